import { addMilliseconds } from 'date-fns/addMilliseconds'
import { putDemoReceiver } from '#sandbox/demo-calls/demo-calls.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { callbackSecretAccess } from '#server/domains/callbacks/access.ts'
import { getRetryTime } from '#server/domains/callbacks/delivery/record-attempt.ts'
import { signAttempt } from '#server/domains/callbacks/delivery/send-event.ts'
import { createEvent } from '#server/domains/callbacks/emit-event.ts'
import { renderBody } from '#server/domains/callbacks/payload/payload.ts'
import { replaceSecret } from '#server/domains/callbacks/replace-secret.ts'
import { requestTest } from '#server/domains/callbacks/requests.ts'
import { insertAttempt, insertEvent } from '#server/domains/callbacks/store/events.ts'
import { countEvents } from '#server/domains/callbacks/store/log.ts'
import { changeDetails } from '#server/domains/customers/details.ts'
import { listInvoices } from '#server/domains/invoices/index.ts'
import { type PastEvent, type PastSubject, planCallbacks } from './callback-plans.ts'
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
    // An interrupted start has added all of them; others, of an order that has changed meanwhile, are not as old as the first.
    const newer = await countEvents(tx.db, accountId, addMilliseconds(pastEvents[0]!.createdAt, 1))
    if ((await countEvents(tx.db, accountId, new Date(0))).total > newer.total) return
    for (const event of pastEvents) await insertPastEvent(ctx, tx, { accountId, address, secret }, event)
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

/** Inserts a callback that was attempted by the retry schedule. If the last attempt failed, the next one will be made. */
async function insertPastEvent(
  ctx: Context,
  tx: Tx,
  { accountId, address, secret }: { accountId: string; address: string; secret: string },
  { type, about, createdAt, results }: PastEvent,
): Promise<void> {
  const subject = { account_id: accountId, type, about, version: '1' as const, data: null, requested: false }
  const event = createEvent(atTime(ctx, createdAt), subject)
  const { body } = renderBody(event, FORMAT)
  let nextAttempt: Date | undefined
  let failures = 0
  for (const { durationMs, ...result } of results) {
    const attemptedAt: Date = nextAttempt ?? createdAt
    await insertAttempt(tx, {
      ...result,
      event_id: event.event_id,
      account_id: accountId,
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
  await insertEvent(tx, {
    ...event,
    state,
    failures,
    next_attempt_at: isDelivered ? null : (nextAttempt ?? null),
  })
}
