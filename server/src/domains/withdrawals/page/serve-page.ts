import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { StatementInput, StatementReceipt } from '#contract/withdrawals.ts'
import { type Html, html } from '#html/html.ts'
import type { Context } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { createInstantFormat } from '../../../platform/mail/request-facts.ts'
import { getBrandById, getRequestBrand } from '../../brands/index.ts'
import {
  createPage,
  type Page,
  renderDocument,
  renderIcon,
  renderLinkedText,
  sendPage,
} from '../../identity/index.ts'
import { getReceiptFileName, getStatedProducts, renderReceiptFile } from '../receipt/receipt.ts'
import { findWithdrawal } from '../store.ts'
import { submitStatement } from '../submit-statement.ts'
import { checkTypedStatement, readTypedStatement } from './state.ts'
import { renderStatementPage } from './statement-page.ts'
import { renderSteps } from './steps.ts'

/** For how long the receipt of a statement can be downloaded, by its random id, from the page that shows it. */
const COPY_MS = 24 * 3_600_000

const PAGE = { config: { policy: 'public' } } as const

/**
 * Serves the page on which everybody can withdraw from a contract: two steps and the receipt. It needs no sign-in and
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

/** Renders the receipt of a statement on the screen. */
function renderResultPage(
  page: Page,
  { statementId, email }: StatementInput,
  { reference, submittedAt }: StatementReceipt,
): string {
  const { text, brand } = page
  const date = createInstantFormat(brand.locale, brand.timeZone)(new Date(submittedAt))
  return renderDocument(
    page,
    text('withdrawal.done'),
    html`<span class="round">${renderIcon('mail')}</span>
<h1>${text('withdrawal.done')}</h1>
<p class="lead" role="status">${text('withdrawal.done.text', { date, reference, email })}</p>
<p class="centre"><a class="primary" href="${WITHDRAWAL_PATH}/copies/${statementId}" download>${text('withdrawal.done.copy')}</a></p>
<p class="links"><a href="${brand.addresses.shop}">${text('withdrawal.done.shop')}</a></p>
<p class="terms">${renderLinkedText(page, 'withdrawal.done.note', brand.addresses.contact)}</p>`,
    'single',
  )
}

/**
 * Renders the second step: what is stated, and the button that sends it, whose words the law gives. `waitMinutes`: too many
 * statements came from the network.
 */
function renderConfirmationPage(
  page: Page,
  statement: StatementInput,
  { waitMinutes }: { waitMinutes?: number } = {},
): string {
  const { text, brand } = page
  const { statementId, name, orderCode, email, products } = statement
  const isAll = products === ALL_PRODUCTS
  const fields = {
    statementId,
    name,
    orderCode,
    email,
    scope: isAll ? 'all' : 'some',
    products: isAll ? '' : products,
  }
  const facts = [
    [text('mail.fact.name'), name],
    [text('mail.order'), orderCode],
    [text('withdrawal.fact.products'), isAll ? text('withdrawal.scope.all') : products],
    [text('withdrawal.fact.recipient'), email],
  ]
  return renderDocument(
    page,
    text('withdrawal.check'),
    html`<h1>${text('withdrawal.check')}</h1>
<p class="lead">${text('withdrawal.check.text')}</p>
${renderSteps(page, 2)}
${waitMinutes !== undefined && html`<div class="summary" role="alert"><h2>${text('withdrawal.limit')}</h2><p>${renderLinkedText(page, 'withdrawal.limit.text', brand.addresses.contact, { minutes: waitMinutes })}</p></div>`}
<dl class="facts">${facts.map(([fact, value]) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>`)}</dl>
<form method="post" action="${WITHDRAWAL_PATH}">
${Object.entries(fields).map(renderHidden)}
<div class="actions">
<button class="primary" type="submit" name="step" value="confirm">${text('withdrawal.confirm')}</button>
<button class="secondary" type="submit" name="step" value="edit">${text('withdrawal.back')}</button>
</div>
</form>`,
    'form',
  )
}

const renderHidden = ([name, value]: readonly [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`
