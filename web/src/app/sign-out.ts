import { PATHS } from '#web/platform/navigation/paths.ts'
import { pageSession } from '#web/platform/session/page-session.ts'

/**
 * Signs out in all tabs (`everywhere`: on all devices) and leaves for the address that ends the session at the
 * provider. Rejects if the session could not be ended; two calls at once are one.
 */
export function leaveSignedOut(everywhere: boolean): Promise<void> {
  leaving ??= pageSession()
    .signOut(everywhere)
    .then(address => location.assign(address || PATHS.overview))
    .finally(() => {
      leaving = undefined
    })
  return leaving
}

let leaving: Promise<void> | undefined
