/** Actions of customers that the retailer tracks. */
export type TrackedEvent = 'library-reactivation-started'

/** Name of the document's event that carries `{ name }`. */
export const TRACKED = 'keepsake:tracked'

/**
 * Dispatches a tracking event on the document. Nothing is sent or stored here: the tracker is loaded only with the
 * visitor's consent and receives events from then on.
 */
export function track(name: TrackedEvent): void {
  document.dispatchEvent(new CustomEvent(TRACKED, { detail: { name } }))
}
