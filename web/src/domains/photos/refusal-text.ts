import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { type Refusal, UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS } from '#contract/uploads.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Returns the reason why the library does not accept a file, as a sentence. */
export function refusalText({ text }: Texts, reason: Refusal): string {
  if (reason === 'too-large')
    return text('upload.reason.too-large', { megabytes: UPLOAD_MAX_BYTES / 1024 ** 2 })
  if (reason === 'too-many-pixels')
    return text('upload.reason.too-many-pixels', { megapixels: UPLOAD_MAX_PIXELS / 1_000_000 })
  if (reason === 'too-many-files') return text('upload.reason.too-many-files', { most: UPLOAD_SESSION_FILES })
  return text(`upload.reason.${reason}`)
}
