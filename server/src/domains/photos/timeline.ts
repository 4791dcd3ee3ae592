import type { Answer } from '#contract/endpoint.ts'
import type { FirstScreen } from '#contract/first-screen.ts'
import {
  type getMonthPage,
  type SortKey,
  TIMELINE_PAGE,
  type Timeline,
  type TimelineList,
} from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import { answerFromLibrary } from './library-answers.ts'
import { presentPage, toMonthScope } from './pages.ts'
import { createImagePresenter } from './present.ts'
import { listMonthCounts } from './store/month-counts.ts'
import { type Order, toCalendarMonth, UNKNOWN_MONTH } from './store/order.ts'
import { listMonthPhotos, listWidePhotos } from './store/pages.ts'

/** Returns photos per month of the sort key; as a list with the positions of the wide ones. */
export async function getTimeline(
  ctx: Context,
  accountId: string,
  { groupBy, form }: { groupBy: SortKey; form: 'map' | 'list' },
): Promise<Timeline | EncodedAnswer<TimelineList>> {
  if (form === 'map') return toTimelineMap(await listMonthCounts(ctx.db, accountId, groupBy))
  return answerFromLibrary(ctx, accountId, `timeline ${groupBy}`, async () =>
    presentTimeline(ctx, accountId, groupBy, await listMonthCounts(ctx.db, accountId, groupBy)),
  )
}

/**
 * Returns the timeline of the order's key with the first pages of its first months: all that a window needs to show its
 * first photos.
 */
export async function getTimelineStart(
  ctx: Context,
  accountId: string,
  origin: string,
  order: Order,
): Promise<TimelineStart> {
  const part = `${origin} timeline-start ${order.sortKey} ${order.sortOrder}`
  const answer = await answerFromLibrary(ctx, accountId, part, async () => {
    const counts = await listMonthCounts(ctx.db, accountId, order.sortKey)
    const months: TimelineStart['months'] = []
    for (const month of selectFirstMonths(counts, order)) {
      const page = await readFirstPage(ctx, accountId, origin, month, order)
      months.push({ ...toCalendarMonth(month), page })
    }
    return { timeline: await presentTimeline(ctx, accountId, order.sortKey, counts), months }
  })
  return JSON.parse(answer.json.toString())
}

export type TimelineStart = Pick<FirstScreen, 'timeline' | 'months'>

interface MonthCount {
  month: number
  photos: number
}

/** The photos that a window of 1280 × 1080 px loads come from no more months, and no more than two pages. */
const MONTHS_MAX = 6
const PHOTOS_MIN = 2 * TIMELINE_PAGE

/** Selects the first months in the order; photos without a date come last in either order. */
function selectFirstMonths(counts: readonly MonthCount[], { sortOrder }: Order): number[] {
  const isUnknown = ({ month }: MonthCount) => Number(month === UNKNOWN_MONTH)
  const direction = sortOrder === 'asc' ? 1 : -1
  const sortedCounts = counts.toSorted(
    (a, b) => isUnknown(a) - isUnknown(b) || direction * (a.month - b.month),
  )
  const months: number[] = []
  let shownPhotos = 0
  for (const { month, photos } of sortedCounts) {
    if (months.length === MONTHS_MAX || shownPhotos >= PHOTOS_MIN) break
    months.push(month)
    shownPhotos += Math.min(photos, TIMELINE_PAGE)
  }
  return months
}

async function readFirstPage(
  ctx: Context,
  accountId: string,
  origin: string,
  month: number,
  order: Order,
): Promise<Answer<typeof getMonthPage>> {
  const groupedMonth = { groupBy: order.sortKey, month }
  const page = await listMonthPhotos(ctx.db, accountId, groupedMonth, order, null, TIMELINE_PAGE)
  const scope = toMonthScope(accountId, month, { ...order, groupBy: order.sortKey })
  return presentPage(ctx, scope, page, createImagePresenter(ctx, accountId, origin))
}

async function presentTimeline(
  ctx: Context,
  accountId: string,
  groupBy: SortKey,
  counts: readonly MonthCount[],
): Promise<TimelineList> {
  const widePhotos = await listWidePhotos(ctx.db, accountId, groupBy)
  return {
    months: counts.map(({ month, photos }) => {
      const wide = widePhotos.get(month)?.filter(position => position < photos)
      return { ...toCalendarMonth(month), photos, ...(wide && { wide }) }
    }),
  }
}

function toTimelineMap(counts: readonly MonthCount[]): Timeline {
  const timeline: Timeline = {}
  for (const { month: number, photos } of counts) {
    const { year, month } = toCalendarMonth(number)
    timeline[year] ??= {}
    timeline[year][month] = (timeline[year][month] ?? 0) + photos
  }
  return timeline
}
