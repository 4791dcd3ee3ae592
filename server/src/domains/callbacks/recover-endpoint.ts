import { millisecondsInDay } from 'date-fns/constants'
import { CALLBACK_EVENT_TYPES } from '#contract/callback-payload.ts'
import { CALLBACK_LOG_DAYS, type recoverEndpoint, TOO_OLD } from '#contract/callbacks.ts'
import type { Answer } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { type RateLimit, requireAttempt } from '../identity/index.ts'
import { isWanted } from './emit-event.ts'
import { getLockedEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import { findNumbersAfter } from './read-events.ts'
import { requireEnabled } from './requests.ts'
import { listMissedEvents, requestDeliveries } from './store/missed-events.ts'

/** Rate limit of recoveries of an endpoint. */
const RECOVERY_LIMIT: RateLimit = { name: 'callback-recovery', max: 4, minutes: 60 }

/**
 * Requests the deliveries of the newest event of each type and subject that the endpoint wants and did not get, one after the other
 * by number, behind what was requested before. What waits or was delivered is left out, so that a repetition sends nothing. With
 * `dryRun` it counts only, also while the endpoint is disabled. Throws bad-request for a start that is older than what is kept,
 * conflict for a disabled or blocked endpoint, too-many-requests.
 */
export async function recover(
  ctx: Context,
  { accountId, endpointId }: { accountId: string; endpointId: string },
  { since, after, dryRun }: { since?: string | undefined; after?: number | undefined; dryRun: boolean },
): Promise<Answer<typeof recoverEndpoint>> {
  const now = ctx.clock.now()
  const { oldest } = await findNumbersAfter(ctx, accountId, after)
  if (since !== undefined && Date.parse(since) < now.getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
    throw new Failure('bad-request', `Events are kept for ${CALLBACK_LOG_DAYS} days`, {
      fields: { since: 'not-valid' },
      reason: TOO_OLD,
      oldest,
    })
  if (!dryRun) await requireAttempt(ctx, RECOVERY_LIMIT, endpointId, 'Too many recoveries were requested')
  return change(ctx, async tx => {
    const endpoint = await getLockedEndpoint(ctx, tx, accountId, endpointId)
    const types = CALLBACK_EVENT_TYPES.filter(type => isWanted(endpoint, type))
    const start = { after: after ?? oldest - 1, since: since === undefined ? undefined : new Date(since) }
    const missed = await listMissedEvents(tx.db, endpoint, { ...start, types })
    if (!dryRun) {
      requireEnabled(endpoint)
      await requestDeliveries(tx, endpoint, missed, now)
      await ctx.jobs.send(tx, deliverCallbacks, [{}])
    }
    return { events: missed.reduce((sum, { events }) => sum + events, 0), deliveries: missed.length }
  })
}
