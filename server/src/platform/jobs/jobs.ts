import type { Tx } from '../db/transact.ts'

/** A kind of job. A domain defines it with defineJob and registers its handler in the domain's `jobs`. */
export interface JobKind<Payload extends object> {
  name: string
  /** Most payloads per call of the handler. */
  batch: number
  /** Handlers running in parallel in one worker process. */
  concurrency: number
  retries: number
  /** Seconds after which the job of an unresponsive worker is given to another one. */
  leaseSeconds: number
  /** Cron expression of a periodic job. */
  schedule?: string
  readonly payload?: Payload
}

/** Handles a batch. Every job may run more than once; an error retries the whole batch with back-off. */
export type JobHandler<C, Payload extends object> = (
  ctx: C,
  payloads: Payload[],
  signal: AbortSignal,
) => Promise<void>

export interface Jobs {
  /** Inserts jobs in the transaction; workers are woken at its commit. `singletonKey`: at most one waiting job per key. */
  send<P extends object>(
    tx: Tx,
    kind: JobKind<P>,
    payloads: P[],
    options?: { singletonKey?: string; priority?: number; startAfter?: Date },
  ): Promise<void>
  /** Number of jobs that are not running whose payload has this value under `key`. */
  countQueued(key: string, value: string): Promise<number>
  /** Deletes those. Running jobs stay: they find no data any more, and are deleted within the hour. */
  deleteQueued(key: string, value: string): Promise<void>
  /** Number of waiting and running jobs; for metrics and tests. */
  pending(kind: JobKind<object>): Promise<number>
  /** Resolves when every queue is empty and idle; for tests and the demo start. */
  idle(): Promise<void>
  /** Starts the handlers (worker role). Throws unless every kind has exactly one handler. */
  work<C>(ctx: C, handlers: readonly JobRegistration<C>[]): Promise<void>
  close(): Promise<void>
}

/** The handler of a kind; `C` is the type of its first parameter, the context. */
export interface JobRegistration<C> {
  kind: JobKind<object>
  handler: JobHandler<C, never>
}

export function defineJob<P extends object>(
  name: string,
  options: Partial<Omit<JobKind<P>, 'name' | 'payload'>> = {},
): JobKind<P> {
  return { name, batch: 1, concurrency: 1, retries: 5, leaseSeconds: 60, ...options }
}

/** Creates an entry of a domain's `jobs`. */
export function handleJob<C, P extends object>(
  kind: JobKind<P>,
  handler: JobHandler<C, P>,
): JobRegistration<C> {
  return { kind, handler: handler as JobHandler<C, never> }
}
