/**
 * Events that the retailer tracks: actions of customers, and screens by their route without ids ('/orders/$orderCode').
 */
export type TrackedEvent = { name: 'library-reactivation-started' } | { name: 'page-viewed'; page: string }

/** Name of the document's event that carries a TrackedEvent. */
export const TRACKED = 'keepsake:tracked'

/**
 * Dispatches a tracking event on the document. Nothing is sent or stored here: the tracker is loaded only with the
 * visitor's consent and receives events from then on.
 */
export function track(event: TrackedEvent): void {
  document.dispatchEvent(new CustomEvent(TRACKED, { detail: event }))
}
