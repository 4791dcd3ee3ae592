import type { QueryClient } from '@tanstack/react-query'
import { deletePasskey, ONLY_SIGN_IN, type Passkey } from '#contract/passkeys.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { passkeysQuery } from './passkey-queries.ts'
import { signalAcceptedCredentials } from './webauthn.ts'

/**
 * Deletes a passkey, here and in the browser's password manager, and says so; there is no way back. False when it was not
 * deleted.
 */
export async function deletePasskeyWithToast(
  queries: QueryClient,
  { id, name }: Passkey,
  { text }: Texts,
): Promise<boolean> {
  const subject = `passkey ${id}`
  try {
    await call(deletePasskey, { params: { id } }, { unloggedStatuses: [404, 409] })
  } catch (error) {
    if (isCancelled(error)) return false
    // 404: already deleted on another device.
    if (!isNotFound(error)) {
      const isOnly = error instanceof HttpFailure && error.reason === ONLY_SIGN_IN
      if (!isOnly) reportFailure(error)
      const message = text(isOnly ? 'passkeys.only-sign-in' : 'passkeys.delete-failed')
      toasts.add({ subject, text: message, kind: 'error' })
      return false
    }
  }
  toasts.add({ subject, text: text('passkeys.deleted', { name }), kind: 'success' })
  const { accepted } = await queries.fetchQuery({ ...passkeysQuery, staleTime: 0 })
  await signalAcceptedCredentials(accepted)
  return true
}
