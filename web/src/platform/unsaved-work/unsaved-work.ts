import { useEffect } from 'react'

/** Marks work that a reload of the page would lose, while `present`: typed text, a selection, running uploads. */
export function useUnsavedWork(present = true): void {
  useEffect(() => {
    if (!present) return
    const work = {}
    unsaved.add(work)
    return () => {
      unsaved.delete(work)
    }
  }, [present])
}

/** Marks `work`, which a reload of the page would lose, until it has ended. */
export function trackUnsavedWork<T>(work: Promise<T>): Promise<T> {
  unsaved.add(work)
  return work.finally(() => unsaved.delete(work))
}

/** Whether a reload of the page would lose work. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0
}

const unsaved = new Set<object>()
