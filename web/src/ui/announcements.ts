export type Urgency = 'polite' | 'assertive'

let current: Readonly<Record<Urgency, string>> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Announces a text to screen readers, also if it equals the last one; a LiveRegion must be mounted. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  // Screen readers read changes only: a no-break space makes a repeated text differ.
  const announcement = current[urgency] === text ? `${text}\u00a0` : text
  current = { ...current, [urgency]: announcement }
  for (const listener of listeners) listener()
}

export function currentAnnouncements() {
  return current
}

export function subscribeAnnouncements(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
