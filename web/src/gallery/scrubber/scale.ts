import { type Layout, lineEnd, locatePosition, monthAt, sharesLine } from '../layout/layout.ts'
import { isUnknown, type Month } from '../photo-list/month.ts'

/**
 * Fraction of the library's photos above a y of the layout, 0 to 1: months are proportional to their counts, those that
 * share a line together.
 */
export function fractionAt(layout: Layout, y: number): number {
  if (layout.total === 0) return 0
  const { top, height, start, count } = lineOf(layout, monthAt(layout, y))
  const inside = Math.max(0, Math.min(1, (y - top) / height))
  return (start + inside * count) / layout.total
}

/** The inverse: the y of a fraction. Within a line of several months its top: all of them are in view there. */
export function yAt(layout: Layout, fraction: number): number {
  if (layout.total === 0) return 0
  const position = positionAt(layout, fraction)
  const { month } = locatePosition(layout, position)
  const { top, height, start, count } = lineOf(layout, month)
  if (sharesLine(layout, month)) return top
  return top + Math.min(1, (position - start) / Math.max(1, count)) * height
}

/** The month of a fraction, also among months that share a line. */
export function monthAtFraction(layout: Layout, fraction: number): number {
  return locatePosition(layout, positionAt(layout, fraction)).month
}

function positionAt(layout: Layout, fraction: number) {
  return Math.max(0, Math.min(1, fraction)) * layout.total
}

/** y, height and photos of a month's line. */
function lineOf(layout: Layout, month: number) {
  const first = layout.lines[month]!
  const next = lineEnd(layout, month) + 1
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
 * Marks at the starts of years and of the photos without a date (labels), and of months (dots), without those closer to
 * each other than `labelGap` and `dotGap` (fractions of the track). The label of the photos without a date, the last
 * ones in any order, replaces that of a year too close to it.
 */
export function marksOf(layout: Layout, months: readonly Month[], labelGap: number, dotGap: number): Mark[] {
  const labels: Mark[] = []
  let year: number | undefined
  const begin = (index: number) => layout.starts[index]! / layout.total
  for (const [index, month] of months.entries()) {
    const unknown = isUnknown(month)
    if (!unknown && month.year === year) continue
    year = month.year
    const fraction = begin(index)
    if (fraction > 1 - labelGap / 2) continue
    const near = () => labels.length > 0 && fraction - labels.at(-1)!.fraction < labelGap
    if (unknown && near()) labels.pop()
    if (!near()) labels.push(unknown ? { fraction, unknown } : { fraction, year })
  }
  const dots: Mark[] = []
  for (const index of months.keys()) {
    const fraction = begin(index)
    const free = labels.every(label => Math.abs(label.fraction - fraction) >= labelGap / 2 + dotGap / 4)
    if (free && fraction - (dots.at(-1)?.fraction ?? -1) >= dotGap) dots.push({ fraction })
  }
  return [...labels, ...dots].sort((a, b) => a.fraction - b.fraction)
}

/** The first month of the previous or next year (in the order of the page), relative to a month's year. */
export function yearStep(months: readonly Month[], from: number, step: number): number {
  const year = months[from]?.year
  let at = from
  while (months[at + step] && months[at]!.year === year) at += step
  // The search backwards stops at the last month of the previous year: the result is its first one.
  while (step < 0 && months[at - 1]?.year === months[at]!.year) at--
  return at
}
