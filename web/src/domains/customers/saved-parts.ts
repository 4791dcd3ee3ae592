import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#web/platform/listeners/listeners.ts'

/** A part of the customer that one screen saves and another one confirms. */
export type SavedPart = 'addresses' | 'details'

/** Marks a part as saved: the next screen that shows it confirms that once. */
export function markSaved(part: SavedPart): void {
  savedFlags = { ...savedFlags, [part]: true }
  listeners.notify()
}

/** Whether a part was saved; the flag is reset when the screen unmounts. */
export function useWasSaved(part: SavedPart): boolean {
  const isSaved = useSyncExternalStore(listeners.subscribe, () => savedFlags[part])
  useEffect(
    () => () => {
      savedFlags = { ...savedFlags, [part]: false }
    },
    [part],
  )
  return isSaved
}

let savedFlags: Readonly<Record<SavedPart, boolean>> = { addresses: false, details: false }
const listeners = createListeners()
