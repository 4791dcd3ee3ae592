import type { Kysely } from 'kysely'
import type { Blobs } from './platform/blobs/blobs.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { DatabaseHealth } from './platform/db/database.ts'
import { type Tx as AnyTx, transact } from './platform/db/transact.ts'
import type { Events } from './platform/events/events.ts'
import type { Images } from './platform/images/index.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log/log.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import type { Push } from './platform/push/push.ts'
import type { Retailer } from './platform/retailer/retailer.ts'
import type { Signer } from './platform/signing/signing.ts'
import type { Tracing } from './platform/tracing/span.ts'
import type { Schema } from './schema.ts'

/** The first parameter of every operation: its dependencies, created once by serve.ts (or a test) and passed down. */
export interface Context {
  config: Config
  log: Log
  metrics: Metrics
  /** Null: there are no traces. */
  tracing: Tracing | null
  clock: Clock
  /** Uniformly distributed, at least 0 and below 1, for jitter; not a source of secrets. */
  random: () => number
  db: Kysely<Schema>
  databaseHealth: DatabaseHealth
  blobs: Blobs
  jobs: Jobs
  events: Events
  push: Push
  mail: Mail
  images: Images
  signer: Signer
  retailer: Retailer
  /** The only client for addresses that customers entered. */
  outbound: Outbound
}

export type Tx = AnyTx<Schema>
/** For reads: a transaction's connection or the pool. */
export type Reader = Kysely<Schema>

/** Runs one change: rows, jobs and notifications commit together or not at all. */
export function change<T>(ctx: Pick<Context, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(ctx.db, work)
}

/** In-memory state of one server, created at first use. Only for caches: all of it can be lost at any time. */
export function memoizePerContext<T>(create: (ctx: Context) => T): (ctx: Context) => T {
  const states = new WeakMap<Context, { value: T }>()
  return ctx => {
    const state = states.get(ctx) ?? { value: create(ctx) }
    states.set(ctx, state)
    return state.value
  }
}
