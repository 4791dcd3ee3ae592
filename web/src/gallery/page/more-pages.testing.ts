import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stands in for IntersectionObserver until the test ends: `see` tells whether the observed ends are in view. */
export function stubIntersections() {
  const observers = new Set<(entries: object[]) => void>()
  class Observer {
    readonly callback: (entries: object[]) => void
    constructor(callback: (entries: object[]) => void) {
      this.callback = callback
    }
    observe() {
      observers.add(this.callback)
    }
    disconnect() {
      observers.delete(this.callback)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const see = (isIntersecting = true) =>
    act(() => {
      for (const each of [...observers]) each([{ isIntersecting }])
    })
  return { observers, see }
}
