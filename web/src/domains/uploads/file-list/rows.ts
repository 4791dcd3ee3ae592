import { findLastAtMost } from '#web/gallery/index.ts'
import { type GroupName, groupItems } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import { hasProblem, isNoPhoto, type UploadItem } from '../queue/upload-item.ts'

export type Row =
  | { kind: 'file'; item: UploadItem }
  | { kind: 'group'; name: GroupName | 'other'; count: number }
  | { kind: FoldName; items: readonly UploadItem[] }

/** Files that are no photos are one row, which can be opened. */
export type FoldName = 'companions' | 'left-out'

/** px; must equal the heights in the style sheet. */
export const FILE_HEIGHT = 67
export const GROUP_HEIGHT = 48
const FOLD_HEIGHT = 67

/**
 * Lists the files with a problem on top and the others below in the order of the queue while files are active, and in
 * their groups afterwards. Companions with hidden files, and files that are left out, are one row each after the problems, with a row
 * for each file while it is `open`.
 */
export function listRows(
  queue: Queue,
  isActive: boolean,
  { open = new Set(), hasHidden = false }: { open?: ReadonlySet<FoldName>; hasHidden?: boolean } = {},
): Row[] {
  const groups = groupItems(queue)
  const problems = groups.filter(isProblemGroup)
  const problemRows = problems.flatMap(({ name, items }) => toGroupRows(name, items))
  const toFold = (kind: FoldName, items: readonly UploadItem[], isShown: boolean): Row[] =>
    isShown ? [{ kind, items }, ...(open.has(kind) ? toFileRows(items) : [])] : []
  const companions = queue.filter(({ state }) => state === 'companion')
  const leftOut = queue.filter(({ state }) => state === 'left-out')
  const foldRows = [
    ...toFold('companions', companions, companions.length > 0 || hasHidden),
    ...toFold('left-out', leftOut, leftOut.length > 0),
  ]
  if (!isActive) {
    const rest = groups.find(({ name }) => name === 'rest')?.items ?? []
    const doneGroups = groups.filter(({ name }) => name === 'added' || name === 'already-there')
    return [
      ...toFileRows(rest),
      ...problemRows,
      ...foldRows,
      ...doneGroups.flatMap(({ name, items }) => toGroupRows(name as GroupName, items)),
    ]
  }
  const otherItems = queue.filter(item => !hasProblem(item) && !isNoPhoto(item))
  if (problems.length === 0) return [...foldRows, ...toFileRows(otherItems)]
  return [...problemRows, ...foldRows, ...toGroupRows('other', otherItems)]
}

const isProblemGroup = (
  group: ReturnType<typeof groupItems>[number],
): group is { name: GroupName; items: UploadItem[] } =>
  group.name === 'failed' || group.name === 'unreadable' || group.name === 'refused'

const toFileRows = (items: readonly UploadItem[]) => items.map((item): Row => ({ kind: 'file', item }))

const toGroupRows = (name: GroupName | 'other', items: readonly UploadItem[]): Row[] => [
  { kind: 'group', name, count: items.length },
  ...toFileRows(items),
]

const HEIGHTS = { file: FILE_HEIGHT, group: GROUP_HEIGHT, companions: FOLD_HEIGHT, 'left-out': FOLD_HEIGHT }

export interface Positions {
  /** Top of every row, px. */
  tops: readonly number[]
  height: number
}

export function computeRowPositions(rows: readonly Row[]): Positions {
  let height = 0
  const tops = rows.map(row => {
    const top = height
    height += HEIGHTS[row.kind]
    return top
  })
  return { tops, height }
}

/** Finds the first and the last row that overlap `from` to `to` px of the list, with OVERSCAN_ROWS more on both sides. */
export function findRowsBetween({ tops }: Positions, from: number, to: number): [number, number] {
  const first = findLastAtMost(tops, tops.length, from)
  const last = findLastAtMost(tops, tops.length, to)
  return [Math.max(0, first - OVERSCAN_ROWS), Math.min(tops.length - 1, last + OVERSCAN_ROWS)]
}

const OVERSCAN_ROWS = 4
