import { millisecondsInDay } from 'date-fns/constants'
import * as contract from '#contract/withdrawals.ts'
import { formatDeadline } from '#locales/order-days.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { registerFormParser } from '../../http/body-parsers.ts'
import { type Route, route } from '../../http/route.ts'
import { deleteRows, deleteRowsReturning, lessThan, updateRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, runOnSchedule } from '../../platform/jobs/jobs.ts'
import type { EmailLink } from '../../platform/mail/email-link.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createBrandMail, getBrandById, getRequestBrand } from '../brands/index.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { defineOrderPart, findOrder, orderChanged } from '../orders/index.ts'
import { checkStatement } from './check-statement.ts'
import { checkStatementJob, mailDecisionJob, mailReceiptJob } from './job-kinds.ts'
import { serveWithdrawalPage } from './page/serve-page.ts'
import { presentWithdrawal } from './present.ts'
import { sendReceipt } from './receipt/receipt-email.ts'
import { findWithdrawal, listWithdrawals, type WithdrawalRow } from './store.ts'
import { submitStatement } from './submit-statement.ts'
import { withdrawalTables } from './tables.ts'
import { withdraw } from './withdraw.ts'

const withdrawalRoutes: readonly Route[] = [
  route(contract.createWithdrawal, ({ ctx, caller, body, request }) =>
    withdraw(ctx, caller.accountId, body, request.receivedAt),
  ),
  route(contract.createStatement, ({ ctx, body, request }) =>
    submitStatement(ctx, getRequestBrand(request), body, {
      submittedAt: request.receivedAt,
      address: request.ip,
    }),
  ),
]

const isSame = (a: State, b: State): boolean =>
  a.state === b.state &&
  a.reason === b.reason &&
  a.label_url === b.label_url &&
  a.send_back_by?.getTime() === b.send_back_by?.getTime()

/** Days for which the retailer may not answer before a withdrawal of an erased account is given up. */
const UNDELIVERED_DAYS = 7

/** Days for which a statement without account is kept after the retailer had it. */
const UNMATCHED_DAYS = 90

/** Deletes withdrawals; one that the retailer does not have yet is delivered first, without its account. */
const withdrawalEraser = eraseRows(withdrawalTables, (ctx, tx, accountId) =>
  updateRows(
    tx.db,
    'withdrawals',
    { account_id: accountId, delivered_at: null },
    { account_id: null, erased_at: ctx.clock.now() },
  ),
)

/** Bytes of the public form: its texts in UTF-8, percent-encoded. */
const FORM_MAX = 16 * 1024

/** Withdrawals from contracts: by signed-in consumers for products of their orders, and by everybody on a public page. */
export const withdrawals = defineDomain({
  name: 'withdrawals',
  dependsOn: ['brands', 'retailer-outbox', 'mails', 'customers', 'identity', 'orders'],
  tables: withdrawalTables,
  routes: withdrawalRoutes,
  async mount(app, ctx) {
    await app.register(async scope => {
      registerFormParser(scope, FORM_MAX)
      serveWithdrawalPage(scope, ctx)
    })
  },
  jobs: [
    handleEach(checkStatementJob, (ctx, { withdrawalId }) => checkStatement(ctx, withdrawalId)),
    handleEach(mailReceiptJob, (ctx, { withdrawalId }) => sendReceipt(ctx, withdrawalId)),
    handleEach(mailDecisionJob, sendDecision),
    runOnSchedule('withdrawals.clean-up', '20 * * * *', cleanUpWithdrawals),
  ],
  listeners: [on(orderChanged, applyRetailerStates)],
  eraseAccount: withdrawalEraser,
})

/** Deletes statements without account whose time is over; what the retailer never had is logged for the operator. */
export async function cleanUpWithdrawals(ctx: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * millisecondsInDay)
  const undelivered = await change(ctx, async tx => {
    await deleteRows(tx.db, 'withdrawals', {
      account_id: null,
      delivered_at: lessThan(daysAgo(UNMATCHED_DAYS)),
    })
    const erased = { account_id: null, erased_at: lessThan(daysAgo(UNDELIVERED_DAYS)) }
    return (await deleteRowsReturning(tx.db, 'withdrawals', erased)).map(row => row.withdrawal_id)
  })
  for (const withdrawalId of undelivered)
    ctx.log.error({ withdrawalId }, 'a withdrawal of an erased account was given up undelivered')
}

/**
 * Applies what a stored version of an order says about its withdrawals. An id that the order has no withdrawal with is
 * ignored and logged. The customer is told of a confirmation and of a rejection by mail.
 */
async function applyRetailerStates(
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> {
  const order = await findOrder(tx.db, accountId, code)
  const sent = order?.body.withdrawals ?? []
  if (sent.length === 0) return
  const known = new Map(
    (await listWithdrawals(tx.db, accountId, [code])).map(row => [row.withdrawal_id, row]),
  )
  for (const { withdrawalId, state, reason, labelUrl, sendBackBy } of sent) {
    const row = known.get(withdrawalId)
    if (!row) {
      ctx.log.warn({ accountId, order: code, withdrawalId }, 'an order names an unknown withdrawal')
      continue
    }
    const changed = {
      state,
      reason: reason ?? null,
      label_url: labelUrl ?? null,
      send_back_by: sendBackBy ? new Date(sendBackBy) : null,
    }
    if (isSame(row, changed)) continue
    const key = { withdrawal_id: withdrawalId, account_id: accountId, order_code: code }
    await updateRows(tx.db, 'withdrawals', key, changed)
    if (state !== row.state && (state === 'confirmed' || state === 'rejected'))
      await ctx.jobs.send(tx, mailDecisionJob, [{ withdrawalId, state }])
  }
}

type State = Pick<
  Awaited<ReturnType<typeof listWithdrawals>>[number],
  'state' | 'reason' | 'label_url' | 'send_back_by'
>

/** Mails the customer that the retailer confirmed or rejected a withdrawal; nothing if it has another state by now. */
async function sendDecision(
  ctx: Context,
  { withdrawalId, state }: { withdrawalId: string; state: 'confirmed' | 'rejected' },
): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId)
  const customer = row?.account_id ? await findActiveCustomer(ctx.db, row.account_id) : undefined
  if (!row?.order_code || row.state !== state || !customer) return
  const mail = { accountId: row.account_id, kind: `withdrawal-${state}` } as const
  await sendMail(ctx, mail, renderDecision(ctx, { ...row, order_code: row.order_code }, customer))
}

function renderDecision(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  row: WithdrawalRow & { order_code: string },
  customer: Customer,
): MailMessage {
  const { reference, state, label_url: label } = row
  const brand = getBrandById(customer.brand_id)
  const { text, locale, link, care, render } = createBrandMail(config, brand, customer.locale)
  const now = clock.now().getTime()
  const reader = { locale, timeZone: brand.timeZone, now }
  const sendBackBy =
    row.send_back_by &&
    row.send_back_by.getTime() > now &&
    formatDeadline(reader, row.send_back_by.toISOString(), 'day', 'always')
  const isRejected = state === 'rejected'
  const order = {
    action: text('mail.view-order'),
    address: link(`/orders/${encodeURIComponent(row.order_code)}`),
  }
  const links =
    !isRejected && label
      ? { action: text('withdrawal.label'), address: label as EmailLink, other: order }
      : { ...order, other: care }
  return render({
    to: customer.email,
    subject: isRejected
      ? text('mail.withdrawal-rejected.subject')
      : sendBackBy
        ? text('mail.withdrawal-confirmed.subject', { date: sendBackBy })
        : text('mail.withdrawal-confirmed.subject-without-date'),
    body: text(isRejected ? 'mail.withdrawal-rejected.text' : 'mail.withdrawal-confirmed.text', {
      reference,
    }),
    quote: (isRejected && row.reason) || undefined,
    facts: [
      [text('mail.order'), row.order_code],
      [text('withdrawal.fact.reference'), reference],
    ],
    ...links,
    note: text(isRejected ? 'mail.withdrawal-rejected.note' : 'mail.withdrawal.note'),
  })
}

// The withdrawals in the answers with orders.
defineOrderPart({
  name: 'withdrawals',
  async load(db, accountId, codes) {
    const rows = await listWithdrawals(db, accountId, codes)
    return new Map(
      [...Map.groupBy(rows, row => row.order_code!)].map(([code, own]) => [code, own.map(presentWithdrawal)]),
    )
  },
})
