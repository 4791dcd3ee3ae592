import { isGone } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'

/** Why a download failed: nothing is left of its photos, or another reason. */
export function failureText(error: unknown): MessageId {
  return isGone(error) ? 'download.gone' : 'download.failed'
}
