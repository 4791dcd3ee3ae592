import { removeDraftsOf } from '#web/platform/forms/drafts.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'

/**
 * Signs out in all tabs (`everywhere`: on all devices), removes the drafts of the account's forms and its recent searches
 * from this device, and navigates to the address that ends the session at the identity provider. Rejects if the session
 * could not be ended; concurrent calls share one request.
 */
export function signOut(everywhere: boolean): Promise<void> {
  const state = pageSession().state()
  pendingSignOut ??= pageSession()
    .signOut(everywhere)
    .then(async address => {
      if (state.status === 'signed-in') await removeEntries(state.claims.sub)
      location.assign(address || PATHS.overview)
    })
    .finally(() => {
      pendingSignOut = undefined
    })
  return pendingSignOut
}

/** Removes what the customer entered: texts and photos that were not sent, and recent searches. */
async function removeEntries(accountId: string): Promise<void> {
  removeDraftsOf(accountId)
  await import('./stored-entries.ts')
    .then(({ removeStoredEntries }) => removeStoredEntries(accountId))
    .catch(reportFailure)
}

let pendingSignOut: Promise<void> | undefined
