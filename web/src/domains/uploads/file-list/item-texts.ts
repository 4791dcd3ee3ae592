import { refusalText } from '#web/domains/photos/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { Reason, UploadItem } from '../queue/upload-item.ts'

/** Returns the reason why a file was not added, as a sentence. */
export function formatReason(texts: Texts, reason: Reason): string {
  switch (reason) {
    case 'album-gone':
    case 'file-gone':
    case 'unreadable':
    case 'folder-unreadable':
    case 'transfer-ended':
    case 'network':
    case 'server':
    case 'storage-full':
    case 'quota-exceeded':
    case 'too-many-unfinished':
      return texts.text(`upload.reason.${reason}`)
    default:
      return refusalText(texts, reason)
  }
}

/**
 * Returns the state of a file as text; '' for states whose reason is shown instead. An added file counts as ready until
 * `confirmed`.
 */
export function formatState({ text }: Texts, { state, sent, size }: UploadItem, confirmed: boolean): string {
  switch (state) {
    case 'refused':
    case 'failed':
      return ''
    case 'added':
      return text(confirmed ? 'upload.status.added' : 'upload.status.ready')
    case 'queued':
      return text('upload.status.waiting')
    case 'sending':
      return text('upload.status.uploading', { percent: Math.floor((100 * sent) / size) })
    default:
      return text(`upload.status.${state}`)
  }
}
