import { createHash } from 'node:crypto'
import type { CallbackPayload1 } from '#contract/callback-payload.ts'
import type { CallbackProblem } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import { getRetryTime } from './delivery/retry-schedule.ts'
import { signAttempt } from './delivery/send-event.ts'
import { createEvent } from './emit-event.ts'
import { renderBody } from './payload/payload.ts'
import { decryptSecret } from './secret.ts'
import { listSigningSecrets } from './signing-secrets.ts'
import { type CallbackEventRow, findEvent, insertAttempt, insertEvent } from './store/events.ts'

/** A callback of the past, of version 1, with the result of each attempt. */
export interface PastEvent {
  type: CallbackPayload1['type']
  about: string | null
  createdAt: Date
  results: readonly PastResult[]
}

export interface PastResult {
  status: number | null
  problem: CallbackProblem | null
  durationMs: number
  answer: string
}

/**
 * Stores callbacks of the past, attempted by the retry schedule: for demos. An event whose last attempt failed waits
 * for its next attempt, which is sent. Stores all or none; idempotent.
 */
export async function storePastEvents(
  ctx: Context,
  accountId: string,
  events: readonly PastEvent[],
): Promise<void> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  const [newest] = await listSigningSecrets(ctx, ctx.db, accountId)
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
  const attempts = results.map(({ status, problem, durationMs, answer }, failures) => {
    const attemptedAt: Date = dueAt ?? createdAt
    dueAt = getRetryTime(failures + 1, { now: attemptedAt, random: 0.5 })
    return {
      event_id: row.event_id,
      account_id,
      attempted_at: attemptedAt,
      address: callback_url!,
      format,
      duration_ms: durationMs,
      status,
      problem,
      signature: signAttempt([secret], { id: row.event_id, attemptedAt, body }),
      answer,
    }
  })
  return { row: { ...row, ...toEventColumns(results, dueAt) }, attempts }
}

function toEventColumns(
  results: readonly PastResult[],
  nextAttemptAt: Date | undefined,
): Partial<CallbackEventRow> {
  const status = results.at(-1)?.status ?? 0
  const isDelivered = status >= 200 && status < 300
  if (isDelivered) return { state: 'delivered', failures: results.length - 1, next_attempt_at: null }
  const failures = results.length
  return nextAttemptAt
    ? { failures, next_attempt_at: nextAttemptAt }
    : { failures, state: 'failed', next_attempt_at: null }
}

/** Creates an id that is the same at each start. */
const createStableId = (...parts: unknown[]) =>
  `msg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
