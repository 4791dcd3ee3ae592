import type { ReceiptFile } from '#contract/upload-batches.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { formatReason } from '../file-list/item-texts.ts'
import { isReason } from '../queue/upload-item.ts'

/** Lists the notes about a file that are shown beside its result. */
export function listReceiptNotes(texts: Texts, file: ReceiptFile): string[] {
  const { text } = texts
  const { reason, photoId, inLibrary, converted, undated } = file
  const isProblem = file.state === 'refused' || file.state === 'failed' || file.state === 'unreadable'
  return [
    ...(isProblem && reason && isReason(reason) ? [formatReason(texts, reason)] : []),
    ...(converted ? [text('upload-receipt.converted')] : []),
    ...(undated ? [text('upload-receipt.undated')] : []),
    ...(isInLibrary(file) && !(photoId && inLibrary) ? [text('upload-receipt.deleted')] : []),
  ]
}

const isInLibrary = ({ state }: ReceiptFile) =>
  state === 'added' || state === 'already-there' || state === 'restored'
