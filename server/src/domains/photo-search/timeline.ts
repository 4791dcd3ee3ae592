import type { Answer } from '#contract/endpoint.ts'
import type { getSearchTimeline } from '#contract/photo-search.ts'
import type { Call } from '../../http/route.ts'
import { countFoundByMonth, readFactsProgress, toCalendarMonth, UNKNOWN_MONTH } from '../photos/index.ts'
import { answerFromFilter, compileFilterOfCall } from './found-photos.ts'

/** Returns the months of the photos that a filter finds, newest first; those without a date are a month of their own at the end. */
export function getFoundTimeline(call: Call<typeof getSearchTimeline>) {
  const { ctx, caller, query } = call
  return answerFromFilter(call, async (): Promise<Answer<typeof getSearchTimeline>> => {
    const filter = await compileFilterOfCall(call)
    const counts = await countFoundByMonth(ctx.db, caller.accountId, filter, query.groupBy)
    const progress = await readFactsProgress(ctx.db, caller.accountId)
    const isUndated = (month: number) => query.groupBy === 'dateTaken' && month === UNKNOWN_MONTH
    const sorted = counts.toSorted(
      (a, b) => Number(isUndated(a.month)) - Number(isUndated(b.month)) || b.month - a.month,
    )
    return {
      total: counts.reduce((sum, { photos }) => sum + photos, 0),
      months: sorted.map(({ month, photos }) => ({
        ...toCalendarMonth(month),
        undated: isUndated(month),
        photos,
      })),
      ...(progress && { progress }),
    }
  })
}
