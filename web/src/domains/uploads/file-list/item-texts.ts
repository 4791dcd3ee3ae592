import { refusalText } from '#web/domains/photos/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { isRefusal, type Reason, type UploadItem } from '../queue/upload-item.ts'

/** Returns the reason why a file was not added, as a sentence; `limits`: of one file, where they are not the library's. */
export function formatReason(
  texts: Texts,
  reason: Reason,
  limits?: Parameters<typeof refusalText>[2],
): string {
  return isRefusal(reason) ? refusalText(texts, reason, limits) : texts.text(`upload.reason.${reason}`)
}

/**
 * How the files of a list become photos: selected and then confirmed by 'Upload', confirmed already, or sent by this phone
 * and confirmed on the computer.
 */
export type Confirmation = 'selection' | 'confirmed' | 'on-computer'

/**
 * Returns how an uploaded file is called: 'added' only once it is confirmed; 'arrived' for a phone's file, on the phone
 * and on the computer.
 */
export const toUploadedText = (confirmation: Confirmation) => UPLOADED_TEXTS[confirmation]

const UPLOADED_TEXTS = { selection: 'ready', confirmed: 'added', 'on-computer': 'arrived' } as const

/** Returns the state of a file as text; '' for states whose reason is shown instead. */
export function formatState(
  { text }: Texts,
  { state, sent, size, phone, isUsed }: UploadItem,
  confirmation: Confirmation,
): string {
  switch (state) {
    case 'refused':
    case 'failed':
      return ''
    case 'added':
      return text(
        `upload.status.${toUploadedText(phone && confirmation === 'selection' ? 'on-computer' : confirmation)}`,
      )
    case 'companion':
      return text(isUsed ? 'upload.status.companion-used' : 'upload.status.companion-unused')
    case 'queued':
      return text('upload.status.waiting')
    case 'sending':
      return text('upload.status.uploading', { percent: Math.floor((100 * sent) / size) })
    default:
      return text(`upload.status.${state}`)
  }
}
