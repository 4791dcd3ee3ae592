import { millisecondsInDay } from 'date-fns/constants'
import type { Context } from '../../../context.ts'
import type { ServiceCaller } from '../../../http/route.ts'
import { addOriginalReads, deleteReadsBefore, type ReadsOfService, sumOriginalReads } from '../store/reads.ts'

/** Days of which the mean is what a service usually reads. */
const USUAL_DAYS = 28
/** The least that counts as usual a day, so that a new service may start. */
const USUAL_MIN = 100
/** Days for which the numbers are stored. */
const STORED_DAYS = 90

/** Counts originals whose addresses are answered to a service (NX-357); before the answer, so that none is missed. */
export async function countOriginalReads(
  ctx: Context,
  { name, tokenId }: ServiceCaller,
  count: number,
): Promise<void> {
  if (count > 0)
    await addOriginalReads(ctx.db, { token: tokenId ?? name, service: name, day: getDay(ctx), count })
}

/** Reads for each service how many originals it read today (UTC), and how many it usually reads in a day. */
export async function readOriginalReads(ctx: Context): Promise<ReadsOfService[]> {
  const reads = await sumOriginalReads(ctx.db, { day: getDay(ctx), since: getDay(ctx, USUAL_DAYS) })
  return reads.map(each => ({ ...each, mean: Math.max(each.mean, USUAL_MIN) }))
}

export const deleteOldReads = (ctx: Context): Promise<void> =>
  deleteReadsBefore(ctx.db, getDay(ctx, STORED_DAYS))

const getDay = ({ clock }: Context, daysAgo = 0) =>
  new Date(clock.now().getTime() - daysAgo * millisecondsInDay).toISOString().slice(0, 10)
