import { findLineEnd, findMonthAt, type Layout, locatePosition, sharesLine } from '../layout/layout.ts'
import { isUnknown, type Month } from '../photo-list/month.ts'

/**
 * Returns the fraction of the library's photos above a y of the layout, 0 to 1: lines of months are proportional to their
 * counts.
 */
export function toFraction(layout: Layout, y: number): number {
  if (layout.total === 0) return 0
  const { top, height, start, count } = measureLine(layout, findMonthAt(layout, y))
  const inside = Math.max(0, Math.min(1, (y - top) / height))
  return (start + inside * count) / layout.total
}

/** Returns the y of a fraction; within a line of several months the top of the line, where all of them are in view. */
export function toLayoutY(layout: Layout, fraction: number): number {
  if (layout.total === 0) return 0
  const position = toPosition(layout, fraction)
  const { month } = locatePosition(layout, position)
  const { top, height, start, count } = measureLine(layout, month)
  if (sharesLine(layout, month)) return top
  return top + Math.min(1, (position - start) / Math.max(1, count)) * height
}

/** Finds the month of a fraction, also among months that share a line. */
export function findMonthAtFraction(layout: Layout, fraction: number): number {
  return locatePosition(layout, toPosition(layout, fraction)).month
}

function toPosition(layout: Layout, fraction: number) {
  return Math.max(0, Math.min(1, fraction)) * layout.total
}

/** Returns y, height and photos of a month's line. */
function measureLine(layout: Layout, month: number) {
  const first = layout.lines[month]!
  const next = findLineEnd(layout, month) + 1
  const [top, start] = [layout.tops[first]!, layout.starts[first]!]
  return { top, height: layout.tops[next]! - top, start, count: layout.starts[next]! - start }
}

export interface Mark {
  fraction: number
  /** Undefined and not `unknown`: a month's dot. */
  year?: number
  /** The photos without a date. */
  unknown?: true
}

/**
 * Creates marks at the starts of years and of the photos without a date (labels), and of months (dots), without those
 * closer to each other than `labelGap` and `dotGap` (fractions of the track). The label of the photos without a date,
 * which are last in any order, replaces the label of a year too close to it.
 */
export function createMarks(
  layout: Layout,
  months: readonly Month[],
  labelGap: number,
  dotGap: number,
): Mark[] {
  const labels: Mark[] = []
  let year: number | undefined
  const getStartFraction = (index: number) => layout.starts[index]! / layout.total
  for (const [index, month] of months.entries()) {
    const unknown = isUnknown(month)
    if (!unknown && month.year === year) continue
    year = month.year
    const fraction = getStartFraction(index)
    if (fraction > 1 - labelGap / 2) continue
    const isNearLabel = () => labels.length > 0 && fraction - labels.at(-1)!.fraction < labelGap
    if (unknown && isNearLabel()) labels.pop()
    if (!isNearLabel()) labels.push(unknown ? { fraction, unknown } : { fraction, year })
  }
  const dots: Mark[] = []
  for (const index of months.keys()) {
    const fraction = getStartFraction(index)
    const isFree = labels.every(label => Math.abs(label.fraction - fraction) >= labelGap / 2 + dotGap / 4)
    if (isFree && fraction - (dots.at(-1)?.fraction ?? -1) >= dotGap) dots.push({ fraction })
  }
  return [...labels, ...dots].sort((a, b) => a.fraction - b.fraction)
}

/** Finds the first month of the previous or next year (in the order of the page), relative to a month's year. */
export function findYearStart(months: readonly Month[], from: number, step: number): number {
  const year = months[from]?.year
  let at = from
  while (months[at + step] && months[at]!.year === year) at += step
  // The search backwards stops at the last month of the previous year: the result is its first one.
  while (step < 0 && months[at - 1]?.year === months[at]!.year) at--
  return at
}
