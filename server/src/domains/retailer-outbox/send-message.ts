import type { RetailerCall, RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import { type Context, change } from '../../context.ts'
import { calculateNextAttempt } from '../../platform/leases/back-off.ts'
import { describeProblem, RetailerError } from '../../platform/retailer/retailer-error.ts'
import { recordMissingAnswer, recordRetailerAnswer } from './gate.ts'
import { dispatchMessages } from './job-kinds.ts'
import { getMessageKind, type Message, type MessageAnswer, type MessageKind } from './message-kinds.ts'
import { messageAttempts } from './metrics.ts'
import { type LeasedMessage, updateLeasedMessage } from './store.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Delays after each attempt without an answer; the last one repeats. */
const DELAYS_MS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
const RETRY_AFTER_MAX_MS = 60 * MINUTE

/**
 * Sends a leased message once and stores the result: its end together with the changes of its kind in one transaction,
 * or the next attempt. Nothing is stored when another process has the lease by then. Rejects when the result cannot be
 * stored: the message is sent again after its lease.
 */
export async function sendMessage(ctx: Context, message: LeasedMessage): Promise<void> {
  const kind = getMessageKind(message.kind)
  try {
    const input = await kind.build(ctx, toMessage(message))
    await endMessage(ctx, message, input === undefined ? undefined : await callRetailer(ctx, kind, input))
  } catch (error) {
    await postponeMessage(ctx, message, error)
  }
}

const toMessage = ({ message_id, account_id }: LeasedMessage): Message => ({
  messageId: message_id,
  accountId: account_id,
})

/** Calls the retailer; throws when it does not answer. */
async function callRetailer(
  { retailer }: Context,
  { call, isRefusable }: MessageKind,
  input: RetailerInput<RetailerCall>,
): Promise<MessageAnswer<RetailerCall>> {
  try {
    return { result: 'done', answer: await retailer.call(call, input) }
  } catch (error) {
    if (!(error instanceof RetailerError) || isRefusable === false) throw error
    const { kind, reason = kind } = error
    if (kind === 'not-found' && call.method === 'DELETE') return { result: 'done', answer: undefined }
    if (kind === 'refused' || kind === 'not-found') return { result: 'refused', reason }
    throw error
  }
}

/** Ends the message. `answer`: undefined when the call was no longer necessary. */
async function endMessage(
  ctx: Context,
  message: LeasedMessage,
  answer: MessageAnswer<RetailerCall> | undefined,
): Promise<void> {
  const isRefused = answer?.result === 'refused'
  const isStored = await change(ctx, async tx => {
    const isLeased = await updateLeasedMessage(tx, message, {
      state: isRefused ? 'refused' : 'done',
      attempts: message.attempts + 1,
      last_status: null,
      last_problem: isRefused ? answer.reason : null,
      ended_at: ctx.clock.now(),
    })
    if (!isLeased || !answer) return isLeased
    await recordRetailerAnswer(ctx, tx)
    await getMessageKind(message.kind).onAnswer?.(ctx, tx, toMessage(message), answer)
    return true
  })
  if (answer) ctx.metrics.get(messageAttempts).inc({ result: answer.result })
  if (!isStored) logLostLease(ctx, message)
}

async function postponeMessage(ctx: Context, message: LeasedMessage, error: unknown): Promise<void> {
  const isUnavailable = error instanceof RetailerError
  const { kind, message_id: messageId } = message
  if (!isUnavailable) ctx.log.error({ err: error, kind, messageId }, 'a message to the retailer failed')
  const nextAttemptAt = calculateNextAttempt({
    delayMs: DELAYS_MS[message.attempts] ?? DELAYS_MS.at(-1)!,
    now: ctx.clock.now(),
    retryAfter: isUnavailable ? error.retryAfter : undefined,
    retryAfterMaxMs: RETRY_AFTER_MAX_MS,
    random: ctx.random(),
  })
  const isStored = await change(ctx, async tx => {
    const isLeased = await updateLeasedMessage(tx, message, {
      attempts: message.attempts + 1,
      next_attempt_at: nextAttemptAt,
      last_status: isUnavailable ? (error.status ?? null) : null,
      last_problem: describeProblem(error),
    })
    if (!isLeased) return false
    await ctx.jobs.send(tx, dispatchMessages, [{}], { startAfter: nextAttemptAt })
    if (isUnavailable) await (isAnswer(error) ? recordRetailerAnswer(ctx, tx) : recordMissingAnswer(ctx, tx))
    return true
  })
  ctx.metrics.get(messageAttempts).inc({ result: isUnavailable ? 'unavailable' : 'failed' })
  if (!isStored) logLostLease(ctx, message)
}

/** Whether the retailer answered, although the message's kind does not accept that answer. */
const isAnswer = ({ kind }: RetailerError): boolean => kind === 'refused' || kind === 'not-found'

const logLostLease = ({ log }: Context, { kind, message_id: messageId }: LeasedMessage) =>
  log.warn({ kind, messageId }, 'the result of a message to the retailer came after its lease')
