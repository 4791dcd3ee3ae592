import { sql } from 'kysely'
import { type Context, memoizePerContext } from '../context.ts'
import { defineGauge } from '../platform/metrics/definitions.ts'
import { type Dependency, type DependencyState, watchDependency } from './dependency.ts'

/**
 * The dependencies of a process. Without the database nothing can be served; only some requests and jobs need the
 * others.
 */
export type DependencyName = 'database' | 'blobs' | 'mail'
export type DependencyStates = Record<DependencyName, DependencyState>

/**
 * A database that does not answer fails its queries before this limit (0024). One without a free connection until then
 * is busy: if every such process were removed from the balancer, nothing would be served.
 */
const DATABASE_LIMIT_MS = 3_000
/** Below the time-out of balancers. */
const LIMIT_MS = 1_000
const FRESH_MS = 1_000
/** Each check opens a connection to the mail server. */
const MAIL_FRESH_MS = 15_000

/** Returns the states of the dependencies, within the limits above. */
export const checkDependencies = (ctx: Context): Promise<DependencyStates> => getDependencies(ctx)()

const getDependencies = memoizePerContext(ctx => {
  const watch = (name: DependencyName, options: Omit<Dependency, 'onChange'>) =>
    watchDependency({
      ...options,
      onChange(state, err) {
        if (state === 'available') ctx.log.info({ dependency: name }, 'dependency is available again')
        else ctx.log.warn({ dependency: name, state, err }, 'dependency does not answer')
      },
    })
  const checks = {
    database: watch('database', {
      probe: () => sql`select 1`.execute(ctx.db),
      limitMs: DATABASE_LIMIT_MS,
      stateOnTimeout: 'busy',
      freshMs: FRESH_MS,
    }),
    blobs: watch('blobs', {
      probe: () => ctx.blobs.stat('health/check/none'),
      limitMs: LIMIT_MS,
      stateOnTimeout: 'unavailable',
      freshMs: FRESH_MS,
    }),
    mail: watch('mail', {
      probe: () => ctx.mail.check(),
      limitMs: LIMIT_MS,
      stateOnTimeout: 'unavailable',
      freshMs: MAIL_FRESH_MS,
    }),
  }
  return async (): Promise<DependencyStates> => {
    const [database, blobs, mail] = await Promise.all([checks.database(), checks.blobs(), checks.mail()])
    return { database, blobs, mail }
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
      for (const [dependency, state] of Object.entries(await checkDependencies(ctx)))
        ctx.metrics.get(dependencyUp).set({ dependency }, GAUGE_VALUE_BY_STATE[state])
    },
  })
}
