import { createStore } from '#web/platform/listeners/listeners.ts'

/** The last announcement to screen readers; a LiveRegion shows it. */
export const announcement = createStore('')

/** Announces a text to screen readers, also if it equals the last one; a LiveRegion must be mounted. */
export function announce(text: string): void {
  // Screen readers read changes only: a no-break space makes a repeated text differ.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
}
