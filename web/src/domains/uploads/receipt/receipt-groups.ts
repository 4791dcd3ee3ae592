import type { ReceiptFile } from '#contract/upload-batches.ts'

/** Groups of a receipt, what needs attention first. */
const RECEIPT_GROUPS = ['failed', 'refused', 'unfinished', 'added', 'restored', 'already-there'] as const
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number]

/** Returns the files of each group that has any, by name. */
export function groupFiles(files: readonly ReceiptFile[]): { name: ReceiptGroup; files: ReceiptFile[] }[] {
  const groups = Map.groupBy(files, getGroup)
  return RECEIPT_GROUPS.flatMap(name => {
    const filesOfGroup = groups.get(name)
    return filesOfGroup
      ? [{ name, files: filesOfGroup.toSorted((a, b) => a.fileName.localeCompare(b.fileName)) }]
      : []
  })
}

/** Returns a state that this page does not know is one that has not ended. */
function getGroup({ state }: ReceiptFile): ReceiptGroup {
  return RECEIPT_GROUPS.find(name => name === state) ?? 'unfinished'
}
