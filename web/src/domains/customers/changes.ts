import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#web/platform/listeners/listeners.ts'

/** What of a customer a screen can save for another one to confirm. */
export type Changed = 'addresses' | 'details'

/** Sets the flag that something was saved: the next screen that shows it confirms it once (AA-103, OP-79). */
export function markChanged(what: Changed): void {
  flags = { ...flags, [what]: true }
  listeners.notify()
}

/** Whether something was saved; the flag is reset when the screen that asks is left. */
export function useChanged(what: Changed): boolean {
  const isChanged = useSyncExternalStore(listeners.subscribe, () => flags[what])
  useEffect(
    () => () => {
      flags = { ...flags, [what]: false }
    },
    [what],
  )
  return isChanged
}

let flags: Readonly<Record<Changed, boolean>> = { addresses: false, details: false }
const listeners = createListeners()
