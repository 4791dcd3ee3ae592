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

/**
 * Creates a function that returns the state of a dependency, at the latest after its limit. One probe runs at a time,
 * however often the state is requested. While the last state is not 'available' it is returned at once and the probe
 * runs in the background, because a balancer treats a slow answer as a failure.
 */
export function watchDependency(
  { probe, limitMs, stateOnTimeout: late, freshMs, onChange }: Dependency,
  now: () => number = () => performance.now(),
): () => Promise<DependencyState> {
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
  const start = () => {
    runningProbe ??= (async () => probe())()
      .then(
        () => change('available'),
        error => change('unavailable', error),
      )
      .finally(() => {
        runningProbe = null
      })
    return runningProbe
  }
  return async () => {
    if (now() - checkedAt < freshMs) return state
    const answer = start()
    if (state !== 'available') return state
    return (await withTimeout(answer, limitMs, null)) ?? change(late, new Error(`No answer in ${limitMs} ms`))
  }
}
