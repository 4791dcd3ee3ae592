import { useEffect, useSyncExternalStore } from 'react'

/** What of a customer a screen can save for another one to confirm. */
export type Changed = 'addresses' | 'details'

/** Sets the flag that something was saved: the next screen that shows it confirms it once (AA-103, OP-79). */
export function markChanged(what: Changed): void {
  flags = { ...flags, [what]: true }
  for (const listener of listeners) listener()
}

/** Whether something was saved; the flag is reset when the screen that asks is left. */
export function useChanged(what: Changed): boolean {
  const isChanged = useSyncExternalStore(subscribe, () => flags[what])
  useEffect(
    () => () => {
      flags = { ...flags, [what]: false }
    },
    [what],
  )
  return isChanged
}

let flags: Readonly<Record<Changed, boolean>> = { addresses: false, details: false }
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
