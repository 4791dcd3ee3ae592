import type { Tx } from '../db/transact.ts'

/** A kind of job: name → payload. A domain defines it with defineJob; the `jobs` of a domain tie it to its handler. */
export interface JobKind<Payload extends object> {
  name: string
  /** How many payloads one call of the handler gets at most. */
  batch: number
  /** Handlers running at the same time in one worker process. */
  concurrency: number
  retries: number
  /** Seconds after which a silent worker's job is taken over. */
  leaseSeconds: number
  /** Cron expression for work that comes by itself. */
  schedule?: string
  readonly payload?: Payload
}

/** A handler gets a batch. Every job may run twice; a throw retries all of the batch with back-off. */
export type JobHandler<C, Payload extends object> = (
  ctx: C,
  payloads: Payload[],
  signal: AbortSignal,
) => Promise<void>

export interface Jobs {
  /** Stored with the transaction; workers wake when it commits. `singletonKey` keeps one waiting job per key. */
  send<P extends object>(
    tx: Tx,
    kind: JobKind<P>,
    payloads: P[],
    options?: { singletonKey?: string; priority?: number; startAfter?: Date },
  ): Promise<void>
  /** How many jobs that do not run have this value under the key of their payload. */
  countQueued(key: string, value: string): Promise<number>
  /** Removes those. A job that runs stays: it finds nothing any more, and is forgotten within the hour. */
  deleteQueued(key: string, value: string): Promise<void>
  /** Jobs waiting or running; for health figures and tests. */
  pending(kind: JobKind<object>): Promise<number>
  /** Resolves when every queue is empty and idle; for tests and the demo start. */
  idle(): Promise<void>
  /** Starts the handlers (worker role). A kind without a handler, or two for one kind, is refused at start. */
  work<C>(ctx: C, handlers: readonly JobRegistration<C>[]): Promise<void>
  close(): Promise<void>
}

/** A handler tied to its kind; `C` is the context it gets first. */
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

/** Ties a handler to its kind for the `jobs` of a domain. */
export function handleJob<C, P extends object>(
  kind: JobKind<P>,
  handler: JobHandler<C, P>,
): JobRegistration<C> {
  return { kind, handler: handler as JobHandler<C, never> }
}
