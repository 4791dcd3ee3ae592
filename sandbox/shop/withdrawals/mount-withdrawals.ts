import type { FastifyInstance } from 'fastify'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall } from '../keepsake-calls/answer-call.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'
import { decideWithdrawal, WITHDRAWAL_ACTIONS, type WithdrawalAction } from './decisions.ts'
import type { Statement } from './withdrawals.ts'
import { renderWithdrawalsPage } from './withdrawals-page.ts'

const CSRF_FORM = 'withdrawals'

/** Mounts Keepsake's call with a statement of withdrawal, which cannot be refused, and the return labels. */
export function mountWithdrawals(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, putWithdrawal, async ({ params: { withdrawalId }, body }) => {
    await shop.withdrawals.add(withdrawalId, body)
    const order = await findOrder(shop, body)
    if (order?.demoDecision === 'confirm')
      await decide(shop, order, { withdrawalId, statement: body }, 'confirm')
    return { withdrawalId }
  })
  app.get<{ Params: { id: string } }>('/withdrawals/:id/label', async ({ params }, reply) => {
    const found = shop.withdrawals.list().find(({ withdrawalId }) => withdrawalId === params.id)
    if (!found) throw new PageError('missing')
    return reply.type('text/plain; charset=utf-8').send(`${found.statement.reference}\n`)
  })
}

/** Mounts the page of the back office on which withdrawals are decided. */
export function mountWithdrawalsPage(app: FastifyInstance, shop: Shop): void {
  app.get('/back-office/withdrawals', async (request, reply) => {
    const csrfToken = createCsrfToken(shop, CSRF_FORM, ensureVisitor(request, reply))
    const withdrawals = await Promise.all(
      shop.withdrawals
        .list()
        .toSorted((a, b) => b.statement.submittedAt.localeCompare(a.statement.submittedAt))
        .map(async each => ({ ...each, order: await findOrder(shop, each.statement) })),
    )
    return reply
      .type(HTML)
      .send(renderWithdrawalsPage(createChannelPage(shop, ''), { withdrawals, csrfToken }))
  })
  app.post<{ Params: { id: string } }>('/back-office/withdrawals/:id', async (request, reply) => {
    const { check: csrfToken, action: name } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, CSRF_FORM, readVisitor(request) ?? '', csrfToken)
    const { id } = request.params
    const withdrawal = shop.withdrawals.list().find(({ withdrawalId }) => withdrawalId === id)
    const action = WITHDRAWAL_ACTIONS.find(each => each === name)
    const order = withdrawal && (await findOrder(shop, withdrawal.statement))
    if (!withdrawal || !action || !order) throw new PageError('missing')
    await decide(shop, order, withdrawal, action)
    return reply.redirect(`/back-office/withdrawals#${id}`, 303)
  })
}

const decide = (
  { orders, config, now }: Shop,
  { code }: Order,
  withdrawal: { withdrawalId: string; statement: Statement },
  action: WithdrawalAction,
) =>
  orders.change(code, before =>
    decideWithdrawal(before, withdrawal, action, { now: now(), origin: config.origin }),
  )

const findOrder = async (
  { orders }: Shop,
  { matched, orderCode }: { matched: boolean; orderCode: string },
) => (matched ? orders.find(orderCode) : undefined)
