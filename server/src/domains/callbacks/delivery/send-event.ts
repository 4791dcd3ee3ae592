import { Webhook } from 'standardwebhooks'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Context } from '../../../context.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { renderBody } from '../payload/payload.ts'
import type { Delivery } from '../store/deliveries.ts'
import type { Target } from './target.ts'

/** The result of an attempt: a status, or the problem because of which there is none. */
export interface AttemptResult {
  attemptedAt: Date
  durationMs: number
  status: number | null
  problem: CallbackProblem | null
  /** The header webhook-signature; null where nothing was sent. */
  signature: string | null
  retryAfter?: string | undefined
  answer: string
}

/**
 * Sends an event once, signed as Standard Webhooks specifies, with each secret that signs. Rejects only when `signal`
 * aborts.
 */
export async function sendEvent(
  ctx: Context,
  event: Delivery,
  { address, format, allowHttp, secrets }: Target,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const attemptedAt = ctx.clock.now()
  const { contentType, body } = renderBody(event, format)
  const signature = signAttempt(secrets, { id: event.event_id, attemptedAt, body })
  const headers = {
    'content-type': contentType,
    'user-agent': 'Keepsake-Callbacks/1',
    'webhook-id': event.event_id,
    'webhook-timestamp': String(toWebhookTimestamp(attemptedAt)),
    'webhook-signature': signature,
    'keepsake-version': event.version,
    'keepsake-event-number': String(event.number),
  }
  const startedAt = performance.now()
  const describeAttempt = () => ({
    attemptedAt,
    durationMs: Math.round(performance.now() - startedAt),
    signature,
  })
  try {
    const { status, text, retryAfter } = await ctx.outbound.post({
      url: address,
      headers,
      body,
      allowHttp,
      signal,
    })
    return { ...describeAttempt(), status, problem: null, retryAfter, answer: text }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { problem } = error
    const unsentFields = PROBLEMS_BEFORE_SENDING.has(problem) && { durationMs: 0, signature: null }
    return { ...describeAttempt(), ...unsentFields, status: null, problem, answer: '' }
  }
}

/** Returns the header webhook-timestamp of an attempt: seconds since 1970. */
export const toWebhookTimestamp = (attemptedAt: Date): number => Math.floor(attemptedAt.getTime() / 1000)

/** Creates the header webhook-signature: a signature of each secret. */
export function signAttempt(
  secrets: readonly string[],
  { id, attemptedAt, body }: { id: string; attemptedAt: Date; body: string },
): string {
  return secrets.map(secret => new Webhook(secret).sign(id, attemptedAt, body)).join(' ')
}

/** Problems because of which nothing was sent. */
const PROBLEMS_BEFORE_SENDING: ReadonlySet<CallbackProblem> = new Set([
  'invalid-address',
  'insecure',
  'refused-address',
  'refused-port',
])
