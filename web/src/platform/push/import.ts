import { IMPORT_OK, type ImportPush, importPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

/**
 * Subscribes to the import of the caller's library. `onAccepted` is called when the service has authenticated
 * the caller, on every (re)connection; query the state then, earlier changes are not sent.
 */
export function subscribeImport(
  onAccepted: () => void,
  handler: (message: ImportPush) => void,
): Subscription {
  return subscribe('/import', importPush, handler, onAccepted, {
    authenticate: token => ({ action: 'authenticate', token }),
    acknowledgement: IMPORT_OK,
  })
}
