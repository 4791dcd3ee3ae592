import { createListeners } from '#web/platform/listeners/listeners.ts'

export type Urgency = 'polite' | 'assertive'

let announcements: Readonly<Record<Urgency, string>> = { polite: '', assertive: '' }
const listeners = createListeners()

/** Announces a text to screen readers, also if it equals the last one; a LiveRegion must be mounted. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  // Screen readers read changes only: a no-break space makes a repeated text differ.
  const announcement = announcements[urgency] === text ? `${text}\u00a0` : text
  announcements = { ...announcements, [urgency]: announcement }
  listeners.notify()
}

export function getAnnouncements() {
  return announcements
}

export const subscribeAnnouncements = listeners.subscribe
