import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { Context } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { getBrandById, getRequestBrand } from '../../brands/index.ts'
import { createPage, sendPage } from '../../identity/index.ts'
import { getReceiptFileName, getStatedProducts, renderReceiptFile } from '../receipt/receipt.ts'
import { findWithdrawal } from '../store.ts'
import { submitStatement } from '../submit-statement.ts'
import { renderConfirmationPage } from './confirmation-page.ts'
import { renderResultPage } from './result-page.ts'
import { checkTypedStatement, readTypedStatement } from './state.ts'
import { renderStatementPage } from './statement-page.ts'

/** For how long the receipt of a statement can be downloaded, by its random id, from the page that shows it. */
const COPY_MS = 24 * 3_600_000

const PAGE = { config: { policy: 'public' } } as const

/**
 * Serves the page on which everybody can withdraw from a contract (NX-126): two steps and the receipt. It needs no sign-in and
 * no script, and reads no cookie, so that a form of another site gains nothing by it.
 */
export function serveWithdrawalPage(scope: FastifyInstance, ctx: Context): void {
  scope.get<{ Querystring: { order?: unknown } }>(WITHDRAWAL_PATH, PAGE, async (request, reply) => {
    const typed = readTypedStatement({ orderCode: request.query.order })
    return sendPage(reply, 200, renderStatementPage(createRequestPage(ctx, request), typed))
  })
  scope.post(WITHDRAWAL_PATH, PAGE, (request, reply) => receiveForm(ctx, request, reply))
  scope.get<{ Params: { id: string } }>(
    `${WITHDRAWAL_PATH}/copies/:id`,
    PAGE,
    async ({ params: { id } }, reply) => {
      const row = z.uuid().safeParse(id).success ? await findWithdrawal(ctx.db, id) : undefined
      if (!row?.input.products || ctx.clock.now().getTime() - row.submitted_at.getTime() > COPY_MS)
        throw notFound('Copy')
      const file = renderReceiptFile(getBrandById(row.brand_id), { ...row, products: getStatedProducts(row) })
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('content-disposition', `attachment; filename="${getReceiptFileName(row)}"`)
        .send(file)
    },
  )
}

async function receiveForm(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = createRequestPage(ctx, request)
  const typed = readTypedStatement(request.body)
  if (typed.step === 'edit') return sendPage(reply, 200, renderStatementPage(page, typed))
  const { statement, issues } = checkTypedStatement(
    typed.step === 'confirm' ? typed : { ...typed, statementId: '' },
  )
  if (!statement) return sendPage(reply, 400, renderStatementPage(page, typed, issues))
  if (typed.step === 'check') return sendPage(reply, 200, renderConfirmationPage(page, statement))
  try {
    const receipt = await submitStatement(ctx, page.brand, statement, {
      submittedAt: request.receivedAt,
      address: request.ip,
    })
    return sendPage(reply, 201, renderResultPage(page, statement, receipt))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too-many-requests') throw error
    const seconds = error.retryAfterSeconds ?? 3600
    const waitMinutes = Math.ceil(seconds / 60)
    return sendPage(
      reply.header('retry-after', String(seconds)),
      429,
      renderConfirmationPage(page, statement, { waitMinutes }),
    )
  }
}

const createRequestPage = (ctx: Context, request: FastifyRequest) =>
  createPage(ctx.config, getRequestBrand(request))
