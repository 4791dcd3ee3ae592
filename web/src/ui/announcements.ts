export type Urgency = 'polite' | 'assertive'

let current: Readonly<Record<Urgency, string>> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Has a screen reader say a text, also the same one twice; a LiveRegion must be mounted. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  // A changed text is read, an equal one is not: the no-break space makes the repetition differ.
  const said = current[urgency] === text ? `${text}\u00a0` : text
  current = { ...current, [urgency]: said }
  for (const listener of listeners) listener()
}

export function currentAnnouncements() {
  return current
}

export function subscribeAnnouncements(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
