import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { waitForIdle } from './idle-preload.ts'
import { lazyComponent, type PropsOf } from './lazy-component.tsx'

const { promise, resolve } = Promise.withResolvers<void>()
let isShown = false
let isUrgent = false
let isLimited = false

/**
 * Resolves when the first screen is painted with its data and pictures, when it is scrolled, or 5 s after the first
 * call: code that every visit needs, but not for that, is loaded then.
 */
export function waitForFirstScreen(): Promise<void> {
  if (!isLimited) setTimeout(() => markFirstScreenShown(), LIMIT_MS)
  isLimited = true
  return promise
}

/** Marks the first screen as shown. `urgent`: the customer has scrolled or waits for deferred code. */
export function markFirstScreenShown(urgent = false): void {
  if (!isShown) isUrgent = urgent
  isShown = true
  resolve()
}

/**
 * Whether `firstScreenShown` has resolved; re-renders when it does, in slices of a few milliseconds unless it is
 * urgent: updates of a scrolled page would delay them.
 */
export function useFirstScreenShown(): boolean {
  const [hasShown, setHasShown] = useState(isShown)
  useEffect(() => {
    if (hasShown) return
    let unmounted = false
    void waitForFirstScreen().then(() => {
      if (unmounted) return
      if (isUrgent) setHasShown(true)
      else startTransition(() => setHasShown(true))
    })
    return () => {
      unmounted = true
    }
  }, [hasShown])
  return hasShown
}

/**
 * Creates a component that is loaded and mounted after the first screen, and renders nothing before. Loads run one after
 * another, each when the page is idle: all their requests in one task would hold up the first press.
 */
export function afterFirstScreen<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): (props: PropsOf<M[K]>) => ReactNode {
  const Component = lazyComponent(() => queueLoad(load), name)
  return function Deferred(props: PropsOf<M[K]>) {
    return useFirstScreenShown() && <Component {...props} />
  }
}

/** Runs the load after the previous one has ended, at the latest MAX_LOAD_MS after it started. */
function queueLoad<T>(load: () => Promise<T>): Promise<T> {
  const loading = previousLoad.then(() => (isUrgent ? undefined : waitForIdle(0, 200))).then(load)
  previousLoad = Promise.race([loading.then(noop, noop), wait(MAX_LOAD_MS)])
  return loading
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const noop = () => {}

let previousLoad = Promise.resolve()

const MAX_LOAD_MS = 2000
const LIMIT_MS = 5000
