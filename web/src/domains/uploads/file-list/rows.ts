import { type GroupName, groups } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import type { UploadItem } from '../queue/upload-item.ts'

export type Row = { kind: 'file'; item: UploadItem } | { kind: 'group'; name: GroupName; count: number }

/** px; the style sheet's rows are exactly that high. */
export const FILE_HEIGHT = 67
export const GROUP_HEIGHT = 48

/** In the order of choosing while something goes on; in the four groups of OP-10 when all is done. */
export function rowsOf(queue: Queue, active: boolean): Row[] {
  if (active) return queue.map(item => ({ kind: 'file', item }))
  return groups(queue).flatMap(({ name, items }): Row[] => [
    ...(name === 'rest' ? [] : [{ kind: 'group' as const, name, count: items.length }]),
    ...items.map(item => ({ kind: 'file' as const, item })),
  ])
}

export interface Positions {
  /** Upper edge of every row, px. */
  tops: readonly number[]
  height: number
}

export function positions(rows: readonly Row[]): Positions {
  let height = 0
  const tops = rows.map(row => {
    const top = height
    height += row.kind === 'group' ? GROUP_HEIGHT : FILE_HEIGHT
    return top
  })
  return { tops, height }
}

/** First and last row that touch `from` to `to` px of the list, and a few more on both sides. */
export function rowsBetween({ tops }: Positions, from: number, to: number): [number, number] {
  const first = lastAtOrBefore(tops, from)
  const last = lastAtOrBefore(tops, to)
  return [Math.max(0, first - SPARE_ROWS), Math.min(tops.length - 1, last + SPARE_ROWS)]
}

const SPARE_ROWS = 4

function lastAtOrBefore(tops: readonly number[], at: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}
