import { UPLOAD_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { type Refusal, UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Returns the reason why a file is not accepted, as a sentence; `limits`: of one file, those of the library if absent. */
export function refusalText({ text }: Texts, reason: Refusal, limits = LIBRARY_LIMITS): string {
  if (reason === 'too-large') return text('upload.reason.too-large', { megabytes: limits.bytes / 1024 ** 2 })
  if (reason === 'too-many-pixels')
    return text('upload.reason.too-many-pixels', { megapixels: limits.pixels / 1_000_000 })
  if (reason === 'too-many-files') return text('upload.reason.too-many-files', { most: UPLOAD_SESSION_FILES })
  return text(`upload.reason.${reason}`)
}

const LIBRARY_LIMITS = { bytes: UPLOAD_MAX_BYTES, pixels: UPLOAD_MAX_PIXELS }
