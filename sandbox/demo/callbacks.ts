import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import type { CallbackPayload1 } from '#contract/callback-payload.ts'
import { putDemoReceiver } from '#sandbox/demo-calls/demo-calls.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { callbackSecretAccess } from '#server/domains/callbacks/access.ts'
import { getRetryTime } from '#server/domains/callbacks/delivery/record-attempt.ts'
import { type AttemptResult, signAttempt } from '#server/domains/callbacks/delivery/send-event.ts'
import { createDelivery, createEvent } from '#server/domains/callbacks/emit-event.ts'
import { createInvoiceData, createOrderData } from '#server/domains/callbacks/emitters.ts'
import { getLockedEndpoint } from '#server/domains/callbacks/endpoint.ts'
import { renderBody } from '#server/domains/callbacks/payload/payload.ts'
import { replaceSecret } from '#server/domains/callbacks/replace-secret.ts'
import { requestTest } from '#server/domains/callbacks/requests.ts'
import type { CallbacksRow } from '#server/domains/callbacks/store/callbacks.ts'
import { insertAttempt, insertDelivery } from '#server/domains/callbacks/store/deliveries.ts'
import { type ListedEvent, listEvents } from '#server/domains/callbacks/store/event-list.ts'
import { deleteUnwantedEvents, insertEvent } from '#server/domains/callbacks/store/events.ts'
import { changeDetails } from '#server/domains/customers/details.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { listInvoices } from '#server/domains/invoices/index.ts'
import { listOrderChanges } from './orders.ts'
import { atTime, createStep } from './steps.ts'

/** The name of the studio's system in the stand-in shop. */
const RECEIVER = 'studio'
const FORMAT = 'JSON'

/**
 * Sets up callbacks of the demo's business to its system, which the stand-in shop simulates, once: address and secret,
 * a log of the past weeks, and a test that is really sent. Resumes after an interrupted start, or one without the
 * shop.
 */
export const seedDemoCallbacks = createStep('callbacks', ['studio@keepsake.test'], async (ctx, studio) => {
  const { account_id: accountId, callback_url } = studio
  const address = findAddress(ctx)
  // The customer may have entered another address.
  if (!address || (callback_url !== null && callback_url !== address)) return false
  // The system must not receive the events of the first start, such as PDFs.
  await ctx.jobs.idle()
  const changes = await listOrderChanges(ctx, accountId)
  if (!changes[0]) return false
  const invoices = await listInvoices(ctx.db, accountId)
  const subjects: PastSubject[] = [
    ...changes.map(({ code, at }) => ({ type: 'order.changed' as const, about: code, createdAt: at })),
    ...invoices
      .filter(({ state }) => state === 'ready')
      .map(({ number, issue_date }) => {
        const createdAt = new Date(`${issue_date}T16:05:00Z`)
        return { type: 'invoice.ready' as const, about: number, createdAt }
      }),
  ]
  const pastEvents = planCallbacks(ctx.clock.now(), subjects, changes[0].code)
  const secret = await enableCallbacks(ctx, accountId, address)
  await change(ctx, async tx => {
    // An interrupted start has added all of them; what has changed meanwhile is not as old as the first.
    const { about, createdAt } = pastEvents[0]!
    const stored = await listEvents(tx.db, { accountId, from: 0, about, attempts: 1, limit: 100 })
    const isFirst = (event: ListedEvent) => event.created_at.getTime() === createdAt.getTime()
    if (stored.some(event => event.deliveries.length > 0 && isFirst(event))) return
    // They are of the moment in which the demo was set up.
    await deleteUnwantedEvents(tx, accountId)
    const endpoint = await getLockedEndpoint(ctx, tx, accountId)
    for (const event of pastEvents)
      await insertPastEvent(ctx, tx, { customer: studio, endpoint, invoices, address, secret }, event)
  })
  await ctx.retailer.call(putDemoReceiver, { params: { name: RECEIVER }, body: { secret } })
  await requestTest(ctx, accountId)
  return true
})

/** Null without a shop on this machine that callbacks may reach. */
function findAddress({ config: { retailer, callbackOrigins } }: Context): string | null {
  if (!retailer) return null
  const { origin } = new URL(retailer.url)
  return callbackOrigins.includes(origin) ? `${origin}/callbacks/${RECEIVER}` : null
}

/** Hours for which the secrets before the newest one sign as well. */
const OVERLAPS = [0, 96, 168]

/** Enters the address, and makes three secrets that sign, in place of those of an interrupted start; returns the newest. */
async function enableCallbacks(ctx: Context, accountId: string, callbackUrl: string): Promise<string> {
  const ftp = { callbackUrl, callbackFormat: FORMAT } as const
  const conditions = { request: null, requireRecentSignIn: async () => {} }
  await changeDetails(ctx, { accountId, business: true }, { ftp }, conditions)
  await change(ctx, tx => callbackSecretAccess.end(ctx, tx, accountId, 'all', 'owner'))
  let newest = ''
  const author = { accountId, grantId: null }
  for (const overlapHours of OVERLAPS) newest = (await replaceSecret(ctx, author, { overlapHours })).secret
  return newest
}

interface PastEndpoint {
  customer: Customer
  invoices: readonly { invoice_id: string; number: string }[]
  endpoint: CallbacksRow
  address: string
  secret: string
}

/** Inserts a callback that was attempted by the retry schedule. If the last attempt failed, the next one will be made. */
async function insertPastEvent(
  ctx: Context,
  tx: Tx,
  { customer, endpoint, invoices, address, secret }: PastEndpoint,
  { type, about, createdAt, results }: PastEvent,
): Promise<void> {
  const { account_id } = customer
  const invoice = invoices.find(({ number }) => number === about)
  const data = invoice
    ? await createInvoiceData(ctx, tx, customer, invoice.invoice_id)
    : await createOrderData(ctx, tx, customer, about)
  if (!data) return
  const pastCtx = atTime(ctx, createdAt)
  const event = await insertEvent(tx, createEvent(pastCtx, { account_id, type, about, data }))
  const delivery = createDelivery(pastCtx, event, endpoint, { requested: false })
  const { body } = renderBody({ ...event, ...delivery }, FORMAT)
  let nextAttempt: Date | undefined
  let failures = 0
  for (const { durationMs, ...result } of results) {
    const attemptedAt: Date = nextAttempt ?? createdAt
    await insertAttempt(tx, {
      ...result,
      event_id: event.event_id,
      endpoint_id: endpoint.endpoint_id,
      account_id,
      attempted_at: attemptedAt,
      address,
      format: FORMAT,
      duration_ms: durationMs,
      signature: signAttempt([secret], { id: event.event_id, attemptedAt, body }),
    })
    if (result.status !== 200) failures++
    nextAttempt = getRetryTime(failures, { now: attemptedAt, random: 0.5 })
  }
  const isDelivered = failures < results.length
  const state = isDelivered ? 'delivered' : nextAttempt ? 'waiting' : 'failed'
  await insertDelivery(tx, {
    ...delivery,
    state,
    failures,
    next_attempt_at: isDelivered ? null : (nextAttempt ?? null),
  })
}

/**
 * Days of the log that are filled; fewer than the log's retention, so that the night after the first start deletes
 * none.
 */
const DAYS = 28
/** Minutes since the first attempt of the waiting callback. */
const WAITING_MINUTES = 12
/** Earliest age of a failed callback: all attempts take 76 hours. */
const GIVEN_UP_DAYS = 5
const TIMED_OUT_DAYS = 11
/** One of this many callbacks was retried once. */
const RETRIED_INTERVAL = 19

/** What a callback of the past, of version 1, was about, and when. */
interface PastSubject {
  type: CallbackPayload1['type']
  about: string
  createdAt: Date
}

/** A callback of the past with the result of each attempt. */
interface PastEvent extends PastSubject {
  results: readonly PastResult[]
}

type PastResult = Pick<AttemptResult, 'status' | 'problem' | 'durationMs' | 'answer'>

/**
 * Plans the callbacks of the past weeks, oldest first: most are delivered at the first attempt, some at a later one, one has
 * failed, and one of the newest order is waiting.
 */
function planCallbacks(now: Date, subjects: readonly PastSubject[], newestOrder: string): PastEvent[] {
  const daysAgo = (days: number) => now.getTime() - days * millisecondsInDay
  const past = subjects
    .filter(({ createdAt: at }) => at.getTime() > daysAgo(DAYS) && at.getTime() < daysAgo(0.5))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const findLast = (days: number) =>
    past.findLastIndex(({ createdAt }) => createdAt.getTime() < daysAgo(days))
  const [failed, timedOut] = [findLast(GIVEN_UP_DAYS), findLast(TIMED_OUT_DAYS)]
  const planResults = (index: number): PastResult[] => {
    const accepted = createResult(200, '{"received":true}', 110 + ((index * 37) % 170))
    if (index === failed) return Array.from({ length: 10 }, () => REFUSED)
    if (index === timedOut) return [TIMED_OUT, TIMED_OUT, accepted]
    return index % RETRIED_INTERVAL === RETRIED_INTERVAL - 1 ? [UNAVAILABLE, accepted] : [accepted]
  }
  const waiting: PastEvent = {
    type: 'order.changed',
    about: newestOrder,
    createdAt: new Date(now.getTime() - WAITING_MINUTES * millisecondsInMinute),
    results: [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE],
  }
  return [...past.map((event, index) => ({ ...event, results: planResults(index) })), waiting]
}

const createResult = (status: number, answer: string, durationMs: number): PastResult => ({
  status,
  problem: null,
  durationMs,
  answer,
})
const UNAVAILABLE = createResult(503, '{"error":"maintenance"}', 23)
const REFUSED = createResult(500, '{"error":"unknown article"}', 64)
const TIMED_OUT: PastResult = { status: null, problem: 'timeout', durationMs: 15_000, answer: '' }
