/** Key of the session storage item that the document fixes. */
const SESSION_FLAG = 'shouldShowReactivationModal'

/**
 * Whether the modal opens automatically: once per browser session, which sets the flag to 'false'. Never without session
 * storage: it would open on every page load.
 */
export function shouldAutoOpen(open: () => Storage = () => sessionStorage): boolean {
  try {
    const storage = open()
    if (storage.getItem(SESSION_FLAG) === 'false') return false
    storage.setItem(SESSION_FLAG, 'false')
    return true
  } catch {
    return false
  }
}
