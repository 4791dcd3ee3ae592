import { createHash } from 'node:crypto'
import { putDemoReceiver } from '#sandbox/demo-calls/demo-calls.ts'
import { type Context, change } from '#server/context.ts'
import { getRetryTime } from '#server/domains/callbacks/delivery/record-attempt.ts'
import { signAttempt } from '#server/domains/callbacks/delivery/send-event.ts'
import { createEvent } from '#server/domains/callbacks/emit-event.ts'
import { callbackSecretAccess, replaceSecret, requestTest } from '#server/domains/callbacks/index.ts'
import { renderBody } from '#server/domains/callbacks/payload/payload.ts'
import { decryptSecret } from '#server/domains/callbacks/signing-secrets.ts'
import {
  type CallbackEventRow,
  findEvent,
  insertAttempt,
  insertEvent,
} from '#server/domains/callbacks/store/events.ts'
import { listSecrets } from '#server/domains/callbacks/store/secrets.ts'
import { type Customer, changeDetails, findActiveCustomer } from '#server/domains/customers/index.ts'
import { listInvoices } from '#server/domains/invoices/index.ts'
import { listOrders } from '#server/domains/orders/index.ts'
import { type PastEvent, type PastSubject, planCallbacks } from './callback-plans.ts'
import { createStep } from './steps.ts'

/** The name of the studio's system in the stand-in shop. */
const RECEIVER = 'studio'
/** Number of orders, which include those of the past weeks. */
const ORDERS = 60

/**
 * Sets up callbacks of the demo's business to its system, which the stand-in shop simulates, once: address and secret,
 * a log of the past weeks, and a test that is really sent. Resumes after an interrupted start, or one without the
 * shop.
 */
export const seedDemoCallbacks = createStep('callbacks', ['studio@keepsake.test'], async (ctx, studio) => {
  const address = findAddress(ctx)
  // The customer may have entered another address.
  if (!address || (studio.callback_url !== null && studio.callback_url !== address)) return false
  // The system must not receive the events of the first start, such as PDFs.
  await ctx.jobs.idle()
  const orders = await listOrders(ctx.db, studio.account_id, { offset: 0, limit: ORDERS })
  if (!orders[0]) return false
  await enableCallbacks(ctx, studio, address)
  const invoices = await listInvoices(ctx.db, studio.account_id)
  const subjects: PastSubject[] = [
    ...orders.flatMap(({ code, body }) =>
      (body.history ?? []).map(({ at }) => {
        return { type: 'order.changed' as const, about: code, createdAt: new Date(at) }
      }),
    ),
    ...invoices
      .filter(({ state }) => state === 'ready')
      .map(({ number, issue_date }) => {
        const createdAt = new Date(`${issue_date}T16:05:00Z`)
        return { type: 'invoice.ready' as const, about: number, createdAt }
      }),
  ]
  const pastEvents = planCallbacks(ctx.clock.now(), subjects, orders[0].code)
  await storePastEvents(ctx, studio.account_id, pastEvents)
  await requestTest(ctx, studio.account_id)
  return true
})

/** Null without a shop on this machine that callbacks may reach. */
function findAddress({ config: { retailer, callbackOrigins } }: Context): string | null {
  if (!retailer) return null
  const { origin } = new URL(retailer.url)
  return callbackOrigins.includes(origin) ? `${origin}/callbacks/${RECEIVER}` : null
}

async function enableCallbacks(ctx: Context, studio: Customer, address: string): Promise<void> {
  const { account_id: accountId } = studio
  const ftp = { callbackUrl: address, callbackFormat: 'JSON' as const }
  const conditions = { request: null, requireRecentSignIn: async () => {} }
  await changeDetails(ctx, { accountId, business: true }, { ftp }, conditions)
  const secret = await createSecrets(ctx, accountId)
  await ctx.retailer.call(putDemoReceiver, { params: { name: RECEIVER }, body: { secret } })
}

/** Hours for which the secrets before the newest one sign as well. */
const OVERLAPS = [0, 96, 168]

/** Makes three secrets that sign, in place of those of an interrupted start; returns the newest. */
async function createSecrets(ctx: Context, accountId: string): Promise<string> {
  await change(ctx, tx => callbackSecretAccess.end(ctx, tx, accountId, 'all', 'owner'))
  let newest = ''
  const author = { accountId, grantId: null }
  for (const overlapHours of OVERLAPS) newest = (await replaceSecret(ctx, author, { overlapHours })).secret
  return newest
}

/**
 * Stores callbacks of the past, attempted by the retry schedule. An event whose last attempt failed waits
 * for its next attempt, which is sent. Stores all or none; idempotent.
 */
async function storePastEvents(ctx: Context, accountId: string, events: readonly PastEvent[]): Promise<void> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  const [newest] = await listSecrets(ctx.db, [accountId], ctx.clock.now())
  if (!customer?.callback_url || !newest) return
  const secret = await decryptSecret(ctx, accountId, newest.encrypted)
  if (secret === null) return
  const pastEvents = events.map((event, index) => createPastRows(ctx, customer, secret, { event, index }))
  await change(ctx, async tx => {
    if (pastEvents[0] && (await findEvent(tx.db, accountId, pastEvents[0].row.event_id))) return
    for (const { row, attempts } of pastEvents) {
      await insertEvent(tx, row)
      for (const attempt of attempts) await insertAttempt(tx, attempt)
    }
  })
}

function createPastRows(
  ctx: Context,
  { account_id, callback_url, callback_format }: Customer,
  secret: string,
  { event: { type, about, createdAt, results }, index }: { event: PastEvent; index: number },
) {
  const format = callback_format ?? 'JSON'
  const row: CallbackEventRow = {
    ...createEvent(ctx, { account_id, type, about, version: '1', data: null, requested: false }),
    event_id: createStableId(account_id, type, about, index),
    created_at: createdAt,
  }
  const { body } = renderBody(row, format)
  let dueAt: Date | undefined = createdAt
  const attempts = results.map((result, failures) => {
    const attemptedAt: Date = dueAt ?? createdAt
    dueAt = getRetryTime(failures + 1, { now: attemptedAt, random: 0.5 })
    return {
      event_id: row.event_id,
      account_id,
      attempted_at: attemptedAt,
      address: callback_url!,
      format,
      duration_ms: result.durationMs,
      status: result.status,
      problem: result.problem,
      signature: signAttempt([secret], { id: row.event_id, attemptedAt, body }),
      answer: result.answer,
    }
  })
  const isDelivered = results.at(-1)?.status === 200
  const failures = results.length - (isDelivered ? 1 : 0)
  const next = isDelivered ? null : (dueAt ?? null)
  const state: CallbackEventRow['state'] = isDelivered ? 'delivered' : next ? row.state : 'failed'
  return { row: { ...row, state, failures, next_attempt_at: next }, attempts }
}

/** Creates an id that is the same at each start. */
const createStableId = (...parts: unknown[]) =>
  `msg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
