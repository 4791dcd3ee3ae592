import { useEffect } from 'react'

/** Marks work that a reload of the page would lose, while `isUnsaved`: typed text, a selection, running uploads. */
export function useUnsavedWork(isUnsaved = true): void {
  useEffect(() => {
    if (!isUnsaved) return
    const work = {}
    unsavedWork.add(work)
    return () => {
      unsavedWork.delete(work)
    }
  }, [isUnsaved])
}

/** Marks `work`, which a reload of the page would lose, until it has ended. */
export function trackUnsavedWork<T>(work: Promise<T>): Promise<T> {
  unsavedWork.add(work)
  return work.finally(() => unsavedWork.delete(work))
}

/** Whether a reload of the page would lose work. */
export function hasUnsavedWork(): boolean {
  return unsavedWork.size > 0
}

const unsavedWork = new Set<object>()
