import { withTimeout } from '../platform/clock/with-timeout.ts'

export type DependencyState = 'available' | 'busy' | 'unavailable'

/** A service that a process needs, with its probe. */
export interface Dependency {
  probe(): Promise<unknown>
  /** Most milliseconds of a probe, and the state of the dependency after them. */
  limitMs: number
  stateOnTimeout: Exclude<DependencyState, 'available'>
  /** For how many milliseconds a result is reused, because many balancers ask. */
  freshMs: number
  onChange(state: DependencyState, error: unknown): void
}

export interface WatchedDependency {
  /**
   * Returns the last known state at once, 'available' at first; an older one starts a probe for the next caller. A
   * balancer treats a slow answer as a failure, and asks again soon.
   */
  getState(): DependencyState
  /** Resolves with the state, at the latest after the limit of a probe. */
  check(): Promise<DependencyState>
}

/** Watches a dependency: one probe runs at a time, however often its state is requested. */
export function watchDependency(
  { probe, limitMs, stateOnTimeout: late, freshMs, onChange }: Dependency,
  now: () => number = () => performance.now(),
): WatchedDependency {
  let state: DependencyState = 'available'
  let checkedAt = Number.NEGATIVE_INFINITY
  let runningProbe: Promise<DependencyState> | null = null

  const change = (newState: DependencyState, error?: unknown) => {
    checkedAt = now()
    if (newState === state) return state
    state = newState
    onChange(state, error)
    return state
  }
  const isFresh = () => now() - checkedAt < freshMs
  const startProbe = async () => {
    const answer = (async () => probe())()
      .then(
        () => change('available'),
        error => change('unavailable', error),
      )
      .finally(() => {
        runningProbe = null
      })
    return (await withTimeout(answer, limitMs, null)) ?? change(late, new Error(`No answer in ${limitMs} ms`))
  }
  const startOnce = () => {
    // A probe whose limit has passed runs until it is answered, beside the state of its limit.
    runningProbe ??= startProbe()
    return runningProbe
  }
  return {
    getState() {
      if (!isFresh()) void startOnce()
      return state
    },
    check: async () => (isFresh() ? state : startOnce()),
  }
}
