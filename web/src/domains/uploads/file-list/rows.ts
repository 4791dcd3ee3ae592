import { type GroupName, groupItems } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import type { UploadItem } from '../queue/upload-item.ts'

export type Row = { kind: 'file'; item: UploadItem } | { kind: 'group'; name: GroupName; count: number }

/** px; must equal the heights in the style sheet. */
export const FILE_HEIGHT = 67
export const GROUP_HEIGHT = 48

/** Rows in the order of the queue while files are active; in the four groups of OP-10 afterwards. */
export function rowsOf(queue: Queue, active: boolean): Row[] {
  if (active) return queue.map(item => ({ kind: 'file', item }))
  return groupItems(queue).flatMap(({ name, items }): Row[] => [
    ...(name === 'rest' ? [] : [{ kind: 'group' as const, name, count: items.length }]),
    ...items.map(item => ({ kind: 'file' as const, item })),
  ])
}

export interface Positions {
  /** Top of every row, px. */
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

/** First and last row that overlap `from` to `to` px of the list, with OVERSCAN_ROWS more on both sides. */
export function rowsBetween({ tops }: Positions, from: number, to: number): [number, number] {
  const first = lastAtOrBefore(tops, from)
  const last = lastAtOrBefore(tops, to)
  return [Math.max(0, first - OVERSCAN_ROWS), Math.min(tops.length - 1, last + OVERSCAN_ROWS)]
}

const OVERSCAN_ROWS = 4

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
