import { type Context, memoizePerContext } from '../../../context.ts'
import type { ServiceCaller } from '../../../http/route.ts'
import { setLastUse } from '../store/tokens.ts'

/** How often the last use of a token is written at most, by each process. */
const WRITE_MS = 60_000

/** Records the last use of a token, outside of the request's time. */
export async function recordLastUse(ctx: Context, { tokenId }: ServiceCaller): Promise<void> {
  if (tokenId === null) return
  const now = ctx.clock.now()
  const writtenAt = getWriteTimes(ctx).get(tokenId)
  if (writtenAt && Math.abs(now.getTime() - writtenAt.getTime()) < WRITE_MS) return
  getWriteTimes(ctx).set(tokenId, now)
  await setLastUse(ctx.db, tokenId, now)
}

const getWriteTimes = memoizePerContext(() => new Map<string, Date>())
