import type { Tx } from '../db/transact.ts'

/** Jobs are a typed table: name → payload. Domains declare theirs with defineJob and register the handlers in app.ts. */
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

/** A handler sees a batch. Every job may run twice; a throw retries all of the batch with back-off. */
export type JobHandler<Payload extends object> = (payloads: Payload[], signal: AbortSignal) => Promise<void>

export interface Jobs {
  /** Stored with the transaction; workers wake when it commits. `singletonKey` keeps one waiting job per key. */
  send<P extends object>(
    tx: Tx,
    kind: JobKind<P>,
    payloads: P[],
    options?: { singletonKey?: string; priority?: number; startAfter?: Date },
  ): Promise<void>
  /** Jobs waiting or running; for health figures and tests. */
  pending(kind: JobKind<object>): Promise<number>
  /** Resolves when every queue is empty and idle; for tests and the demo start. */
  idle(): Promise<void>
  /** Starts the handlers (worker role). A kind without a handler, or two for one kind, is refused at start. */
  work(handlers: readonly Registered[]): Promise<void>
  close(): Promise<void>
}

export interface Registered {
  kind: JobKind<object>
  handler: JobHandler<never>
}

export function defineJob<P extends object>(
  name: string,
  options: Partial<Omit<JobKind<P>, 'name' | 'payload'>> = {},
): JobKind<P> {
  return { name, batch: 1, concurrency: 1, retries: 5, leaseSeconds: 60, ...options }
}

/** Ties a handler to its kind for the visible list in app.ts. */
export function handles<P extends object>(kind: JobKind<P>, handler: JobHandler<P>): Registered {
  return { kind: kind as JobKind<object>, handler: handler as JobHandler<never> }
}
