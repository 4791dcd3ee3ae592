import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'

/**
 * Returns the text for a refused request: in use, too many, the present address, which another
 * window may have changed, or a bad one; and for one whose old address is lost, confirmed without an old passkey;
 * undefined for any other failure.
 */
export function getEmailRefusal(error: unknown, { oldAddressLost = false } = {}): MessageId | undefined {
  if (!(error instanceof HttpFailure)) return undefined
  if (oldAddressLost && error.status === 403) return OLD_ADDRESS_REFUSAL
  return error.fields?.email === 'conflict' ? 'settings.email.same' : TEXT_BY_STATUS[error.status]
}

/** The refusal that belongs to the checkbox, not to the new address. */
export const OLD_ADDRESS_REFUSAL: MessageId = 'settings.email.old-lost.refused'

const TEXT_BY_STATUS: Record<number, MessageId> = {
  400: 'sign-in.email-invalid',
  409: 'settings.email.in-use',
  429: 'settings.email.too-many',
}
