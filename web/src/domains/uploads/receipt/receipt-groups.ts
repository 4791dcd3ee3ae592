import type { ReceiptFile } from '#contract/upload-batches.ts'

/** Groups of a receipt; those that need attention come first, companions last. */
const RECEIPT_GROUPS = [
  'failed',
  'unreadable',
  'refused',
  'unfinished',
  'added',
  'restored',
  'already-there',
  'companion',
] as const
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number]

/** Groups the files; empty groups are left out, files are sorted by name. */
export function groupFiles(files: readonly ReceiptFile[]): { name: ReceiptGroup; files: ReceiptFile[] }[] {
  const groups = Map.groupBy(files, getGroup)
  return RECEIPT_GROUPS.flatMap(name => {
    const groupedFiles = groups.get(name)
    return groupedFiles
      ? [{ name, files: groupedFiles.toSorted((a, b) => a.fileName.localeCompare(b.fileName)) }]
      : []
  })
}

/** Returns the group of a file; 'unfinished' for a state that this version of the page does not know. */
function getGroup({ state }: ReceiptFile): ReceiptGroup {
  return RECEIPT_GROUPS.find(name => name === state) ?? 'unfinished'
}
