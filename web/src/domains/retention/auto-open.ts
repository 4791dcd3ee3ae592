/** The session flag of the documents (PL-130). */
export const SESSION_FLAG = 'shouldShowReactivationModal'

/**
 * Whether the modal may open by itself: once per browser session, from then on the flag is 'false'. Without session
 * storage it does not: it would open again and again.
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
