import { type Layout, monthAt, placeOf } from '../layout/layout.ts'
import { isUnknown, type Month } from '../photo-list/month.ts'

/** Fraction of the library's photos above a y of the layout, 0 to 1: months are proportional to their counts. */
export function fractionAt(layout: Layout, y: number): number {
  if (layout.total === 0) return 0
  const month = monthAt(layout, y)
  const top = layout.tops[month]!
  const inside = Math.max(0, Math.min(1, (y - top) / (layout.tops[month + 1]! - top)))
  return (layout.starts[month]! + inside * layout.counts[month]!) / layout.total
}

/** The inverse: the y of a fraction. */
export function yAt(layout: Layout, fraction: number): number {
  if (layout.total === 0) return 0
  const position = Math.max(0, Math.min(1, fraction)) * layout.total
  const { month } = placeOf(layout, position)
  const inside = Math.min(1, (position - layout.starts[month]!) / Math.max(1, layout.counts[month]!))
  const top = layout.tops[month]!
  return top + inside * (layout.tops[month + 1]! - top)
}

export interface Mark {
  fraction: number
  /** Undefined: a month's dot. */
  year?: number
}

/**
 * Marks at the starts of years (labels) and months (dots), without those closer to each other than `labelGap` and
 * `dotGap` (fractions of the track).
 */
export function marksOf(layout: Layout, months: readonly Month[], labelGap: number, dotGap: number): Mark[] {
  const labels: Mark[] = []
  let year: number | undefined
  const begin = (index: number) => layout.starts[index]! / layout.total
  for (const [index, month] of months.entries()) {
    if (isUnknown(month) || month.year === year) continue
    year = month.year
    const fraction = begin(index)
    const previous = labels.at(-1)
    if ((!previous || fraction - previous.fraction >= labelGap) && fraction <= 1 - labelGap / 2)
      labels.push({ fraction, year })
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
