import { isGone } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'

/** Returns the message for a failed download: all its photos are deleted, or another reason. */
export function getFailureText(error: unknown): MessageId {
  return isGone(error) ? 'download.gone' : 'download.failed'
}
