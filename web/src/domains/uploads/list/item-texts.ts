import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS } from '#contract/uploads.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { Reason, UploadItem } from '../queue/item.ts'

/** Why a file did not make it, in one sentence. */
export function reasonText({ text }: Texts, reason: Reason): string {
  if (reason === 'too-large')
    return text('upload.reason.too-large', { megabytes: UPLOAD_MAX_BYTES / 1024 ** 2 })
  if (reason === 'too-many-pixels')
    return text('upload.reason.too-many-pixels', { megapixels: UPLOAD_MAX_PIXELS / 1_000_000 })
  if (reason === 'too-many-files') return text('upload.reason.too-many-files', { most: UPLOAD_SESSION_FILES })
  return text(`upload.reason.${reason}`)
}

/** Where a file stands; '' where its reason says it. */
export function stateText({ text }: Texts, { state, sent, size }: UploadItem): string {
  switch (state) {
    case 'refused':
    case 'failed':
      return ''
    case 'queued':
      return text('upload.status.waiting')
    case 'sending':
      return text('upload.status.uploading', { percent: Math.floor((100 * sent) / size) })
    default:
      return text(`upload.status.${state}`)
  }
}
