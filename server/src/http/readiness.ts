import { type Context, memoizePerContext } from '../context.ts'
import { defineGauge } from '../platform/metrics/definitions.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'
import {
  type Dependency,
  type DependencyState,
  type WatchedDependency,
  watchDependency,
} from './dependency.ts'

/**
 * The dependencies of a process. Without the database nothing can be served; only some requests and jobs need the
 * others.
 */
export type DependencyName = 'database' | 'blobs' | 'mail'
export type DependencyStates = Record<DependencyName, DependencyState>

/**
 * Longer than the four beats after which a database counts as unresponsive (0143). The embedded one, which runs
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
