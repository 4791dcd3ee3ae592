import { PATHS } from '#web/platform/navigation/paths.ts'

/**
 * Returns the link to the results of saved files: the receipt of their batch, or the activity for files of several
 * batches.
 */
export function getReceiptTarget([batchId, ...others]: readonly string[]) {
  return batchId === undefined || others.length > 0
    ? ({ to: PATHS.activity, label: 'activity.title' } as const)
    : ({ to: PATHS.uploadReceipt, params: { batchId }, label: 'upload-receipt.view' } as const)
}
