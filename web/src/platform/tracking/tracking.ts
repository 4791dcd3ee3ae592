/** What people do that the retailer counts. */
export type TrackedEvent = 'library-reactivation-started'

/** Name of the document's event that carries `{ name }`. */
export const TRACKED = 'keepsake:tracked'

/**
 * Says that something was done, to whatever of the page counts it. Nothing leaves the page here, and nothing is kept:
 * what counts is loaded with the visitor's consent, and hears what happens from then on.
 */
export function track(name: TrackedEvent): void {
  document.dispatchEvent(new CustomEvent(TRACKED, { detail: { name } }))
}
