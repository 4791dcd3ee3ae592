import { type Context, memoizePerContext } from '../context.ts'
import { withTimeout } from '../platform/clock/with-timeout.ts'
import { defineGauge } from '../platform/metrics/definitions.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'

/**
 * The dependencies of a process. Without the database nothing can be served; only some requests and jobs need the
 * others.
 */
export type DependencyName = 'database' | 'blobs' | 'mail'
export type DependencyStates = Record<DependencyName, DependencyState>

/**
 * Longer than the four beats after which a database counts as unresponsive. The embedded one, which runs
 * long statements of jobs on its only connection, is busy then.
 */
const DATABASE_LIMIT_MS = 3_000
/** Each check opens a connection to the mail server. */
const MAIL_FRESH_MS = 15_000

/** Returns the last known states of the dependencies, without waiting. */
export function getDependencyStates(ctx: Context): DependencyStates {
  const { database, blobs, mail } = getDependencies(ctx)
  return {
    database: toDatabaseState(ctx, database.getState()),
    blobs: blobs.getState(),
    mail: mail.getState(),
  }
}

/** A database whose connections are all in use answers: if such processes were not ready, nothing would be served. */
const toDatabaseState = (ctx: Context, state: DependencyState): DependencyState =>
  state === 'available' && ctx.databaseHealth.isExhausted() ? 'busy' : state

const getDependencies = memoizePerContext((ctx): Record<DependencyName, WatchedDependency> => {
  const watch = (name: DependencyName, options: Omit<Dependency, 'onChange'>) =>
    watchDependency({
      ...options,
      onChange(state, err) {
        if (state === 'available') ctx.log.info({ dependency: name }, 'dependency is available again')
        else ctx.log.warn({ dependency: name, state, err }, 'dependency does not answer')
      },
    })
  return {
    database: watch('database', {
      probe: () => ctx.databaseHealth.check(),
      limitMs: DATABASE_LIMIT_MS,
      stateOnTimeout: 'busy',
      freshMs: TIME_LIMITS.probeFreshMs,
    }),
    blobs: watch('blobs', {
      probe: () => ctx.blobs.stat('health/check/none'),
      limitMs: TIME_LIMITS.probeMs,
      stateOnTimeout: 'unavailable',
      freshMs: TIME_LIMITS.probeFreshMs,
    }),
    mail: watch('mail', {
      probe: () => ctx.mail.check(),
      limitMs: TIME_LIMITS.probeMs,
      stateOnTimeout: 'unavailable',
      freshMs: MAIL_FRESH_MS,
    }),
  }
})

const dependencyUp = defineGauge(
  'dependency_up',
  'Whether the database, the blob store and the mail server answer; 0.5: busy',
  { labels: ['dependency'] },
)

const GAUGE_VALUE_BY_STATE: Record<DependencyState, number> = { available: 1, busy: 0.5, unavailable: 0 }

/** Adds the states to the metrics. */
export function measureDependencies(ctx: Context): void {
  ctx.metrics.addSource({
    name: 'dependencies',
    gauges: [dependencyUp],
    async read() {
      const dependencies = Object.entries(getDependencies(ctx))
      const states = await Promise.all(dependencies.map(([, { check }]) => check()))
      for (const [i, [dependency]] of dependencies.entries()) {
        const state = dependency === 'database' ? toDatabaseState(ctx, states[i]!) : states[i]!
        ctx.metrics.get(dependencyUp).set({ dependency }, GAUGE_VALUE_BY_STATE[state])
      }
    },
  })
}

export type DependencyState = 'available' | 'busy' | 'unavailable'

/** A service that a process needs, with its probe. */
interface Dependency {
  probe(): Promise<unknown>
  /** Most milliseconds of a probe, and the state of the dependency after them. */
  limitMs: number
  stateOnTimeout: Exclude<DependencyState, 'available'>
  /** For how many milliseconds a result is reused, because many balancers ask. */
  freshMs: number
  onChange(state: DependencyState, error: unknown): void
}

interface WatchedDependency {
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
