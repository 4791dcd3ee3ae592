import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { lazyComponent } from './lazy-component.tsx'

const { promise, resolve } = Promise.withResolvers<void>()
let shown = false
let isUrgent = false
let isLimited = false

/**
 * Resolves when the first screen is painted with its data and pictures, when it is scrolled, or 5 s after the first
 * call: code that every visit needs, but not for that, is loaded then.
 */
export function firstScreenShown(): Promise<void> {
  if (!isLimited) setTimeout(() => markFirstScreenShown(), LIMIT_MS)
  isLimited = true
  return promise
}

/** Marks the first screen as shown. `urgent`: the customer has scrolled or waits for deferred code. */
export function markFirstScreenShown(urgent = false): void {
  if (!shown) isUrgent = urgent
  shown = true
  resolve()
}

/**
 * Whether `firstScreenShown` has resolved; re-renders when it does, in slices of a few milliseconds unless it is
 * urgent: updates of a scrolled page would delay them.
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

/**
 * The component that `load` gives, mounted and loaded after the first screen; nothing before. The loads follow one
 * another, each when the page is idle: all their requests in one task would hold up the first press.
 */
export function afterFirstScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  const Component = lazyComponent(() => inTurn(load))
  return function Deferred(props: P) {
    return useFirstScreenShown() && <Component {...props} />
  }
}

/** Performs the load when those before it have ended, or after TURN_MS of each. */
function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const loading = turn.then(() => (isUrgent ? undefined : idle())).then(load)
  turn = Promise.race([loading.then(done, done), pause(TURN_MS)])
  return loading
}

/** Resolves when the browser is idle. Safari has no requestIdleCallback. */
function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve)
  })
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const done = () => {}

let turn = Promise.resolve()

const TURN_MS = 2000
const LIMIT_MS = 5000
