import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

const { promise, resolve } = Promise.withResolvers<void>()
let shown = false
let isUrgent = false
let isLimited = false

/**
 * Resolves when the first screen is painted with its data and pictures, when it is scrolled, or 5 s after the first call: code that every visit
 * needs, but not for that, is loaded then (RV-507).
 */
export function firstScreenShown(): Promise<void> {
  if (!isLimited) setTimeout(() => markFirstScreenShown(), LIMIT_MS)
  isLimited = true
  return promise
}

/** Tells that the first screen is there. `urgent`: the customer has scrolled or waits for what is held back. */
export function markFirstScreenShown(urgent = false): void {
  if (!shown) isUrgent = urgent
  shown = true
  resolve()
}

/**
 * Whether `firstScreenShown` has resolved; re-renders when it does, in slices of a few milliseconds unless it is urgent: updates
 * of a scrolled page would delay them.
 */
export function useFirstScreenShown(): boolean {
  const [known, setKnown] = useState(shown)
  useEffect(() => {
    if (known) return
    let unmounted = false
    void firstScreenShown().then(() => {
      if (unmounted) return
      if (isUrgent) setKnown(true)
      else startTransition(() => setKnown(true))
    })
    return () => {
      unmounted = true
    }
  }, [known])
  return known
}

/** The component, mounted and with that loaded after the first screen; nothing before. */
export function afterFirstScreen<P extends object>(Component: ComponentType<P>): (props: P) => ReactNode {
  return function Deferred(props: P) {
    return useFirstScreenShown() && <Component {...props} />
  }
}

const LIMIT_MS = 5000
