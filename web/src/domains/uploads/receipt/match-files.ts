import type { ReceiptFile } from '#contract/upload-batches.ts'
import type { BatchFile } from '../engine/add-files.ts'

/**
 * Finds the unfinished files of a batch among chosen files, by name and size; the hash decides later whether an upload is
 * resumed. Each is found once. `unmatchedCount` files do not belong to the batch.
 */
export function matchBatchFiles(
  files: readonly ReceiptFile[],
  pickedFiles: readonly File[],
): { batchFiles: BatchFile[]; unmatchedCount: number } {
  const missingFiles = files.filter(isUnfinished)
  const batchFiles: BatchFile[] = []
  for (const file of pickedFiles) {
    const index = missingFiles.findIndex(
      ({ fileName, size }) => toComparable(fileName) === toComparable(file.name) && size === file.size,
    )
    if (index < 0) continue
    const [{ fileId }] = missingFiles.splice(index, 1) as [ReceiptFile]
    batchFiles.push({ fileId, file })
  }
  return { batchFiles, unmatchedCount: pickedFiles.length - batchFiles.length }
}

/** Whether a file of a batch is still to be sent, or was not sent before its batch was closed. */
const isUnfinished = ({ state, reason }: ReceiptFile) =>
  state === 'waiting' || state === 'receiving' || (state === 'failed' && reason === 'closed')

/** The service stores names in NFC, without surrounding spaces. */
const toComparable = (name: string) => name.toWellFormed().normalize('NFC').trim()
