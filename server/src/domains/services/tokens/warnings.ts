import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { listValidTokens, type ServiceTokenRow } from '../store.ts'

/** Days before the end of a token at which the log has a line. */
const WARNING_DAYS = [1, 7, 30]

/** Logs tokens that end soon, once for each of these days; those that a later token of the service replaces do not count. */
export async function warnOfTokenEnds(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const tokens = await listValidTokens(ctx.db, now)
  for (const token of tokens) {
    const isReplaced = tokens.some(
      ({ name, expires_at }) => name === token.name && expires_at > token.expires_at,
    )
    const days = isReplaced ? undefined : findDueWarning(token, now)
    if (days === undefined) continue
    await change(ctx, async tx => {
      await updateRows(tx.db, 'service_tokens', { token_id: token.token_id }, { warned_days: days })
      tx.afterCommit(() => logWarning(ctx, token, days))
    })
  }
}

function findDueWarning({ expires_at, warned_days }: ServiceTokenRow, now: Date): number | undefined {
  const remainingMs = expires_at.getTime() - now.getTime()
  const dueDays = WARNING_DAYS.find(days => remainingMs <= days * millisecondsInDay)
  return dueDays === undefined || (warned_days !== null && warned_days <= dueDays) ? undefined : dueDays
}

function logWarning({ log }: Context, { name, token_id, hint, expires_at }: ServiceTokenRow, days: number) {
  log.warn(
    { code: 'service-token-end', service: name, tokenId: token_id, hint, endsAt: expires_at.toISOString() },
    `the token of a retailer's service ends within ${days} days: keepsake service-token replace ${name}`,
  )
}
