import { withinTime } from '../platform/clock/within-time.ts'

export type DependencyState = 'available' | 'busy' | 'unavailable'

/** Something that a process needs, and how it is asked whether it answers. */
export interface Dependency {
  probe(): Promise<unknown>
  /** How long an answer is waited for, in milliseconds, and what the dependency is when there is none by then. */
  limitMs: number
  late: Exclude<DependencyState, 'available'>
  /** How long an answer holds, in milliseconds: many balancers ask as often as one. */
  freshMs: number
  onChange(state: DependencyState, error: unknown): void
}

/**
 * Returns the state of a dependency, at the latest after its limit. One probe runs at a time: a silent dependency has one
 * waiting for it, however often it is asked for. While the last state is not 'available' it is returned at once and the
 * probe runs beside it, because a balancer counts a slow answer as none.
 */
export function watchDependency(
  { probe, limitMs, late, freshMs, onChange }: Dependency,
  now: () => number = () => performance.now(),
): () => Promise<DependencyState> {
  let state: DependencyState = 'available'
  let checkedAt = Number.NEGATIVE_INFINITY
  let running: Promise<DependencyState> | null = null

  const change = (next: DependencyState, error?: unknown) => {
    checkedAt = now()
    if (next === state) return state
    state = next
    onChange(state, error)
    return state
  }
  const start = () => {
    running ??= (async () => probe())()
      .then(
        () => change('available'),
        error => change('unavailable', error),
      )
      .finally(() => {
        running = null
      })
    return running
  }
  return async () => {
    if (now() - checkedAt < freshMs) return state
    const answer = start()
    if (state !== 'available') return state
    return (await withinTime(answer, limitMs, null)) ?? change(late, new Error(`No answer in ${limitMs} ms`))
  }
}
