import type { Tx } from '../db/transact.ts'

/** A kind of job. A domain defines it with defineJob and registers its handler in the domain's `jobs`. */
export interface JobKind<Payload extends object> {
  name: string
  /** Most payloads per call of the handler. */
  batch: number
  /** Handlers running in parallel in one worker process. */
  concurrency: number
  /** Retries, with a growing delay of at most 30 minutes, before a job becomes a dead letter. */
  retries: number
  /** Seconds after which the job of an unresponsive worker is given to another worker. */
  leaseSeconds: number
  /** Cron expression of a periodic job. A failed run leaves no dead letter, because the next run replaces it. */
  schedule?: string
  readonly payload?: Payload
}

/**
 * Handles a batch. Every job may run more than once; an error retries the whole batch with back-off, over about half a
 * day. Jobs that fail in all retries become dead letters, which an operator lists and retries.
 */
export type JobHandler<C, Payload extends object> = (
  ctx: C,
  payloads: Payload[],
  signal: AbortSignal,
) => Promise<unknown>

export interface Jobs {
  kinds: readonly JobKind<object>[]
  /**
   * Inserts jobs in the transaction; workers are notified at its commit. `id`, for a single payload: the job is not
   * inserted while the kind has a job with this id, including those finished within the last hour; `again` replaces a
   * finished one. The due job with the highest `priority` of a kind runs first.
   */
  send<P extends object>(
    tx: Tx,
    kind: JobKind<P>,
    payloads: P[],
    options?: { id?: string; again?: boolean; priority?: number; startAfter?: Date },
  ): Promise<void>
  /** Deletes the job with this id in the transaction, unless it is running. */
  cancel(tx: Tx, kind: JobKind<object>, id: string): Promise<void>
  /** Filters job ids to those that wait, run or are a dead letter. */
  findUnfinished(kinds: readonly JobKind<object>[], ids: readonly string[]): Promise<Set<string>>
  /** Jobs that failed in all retries, the oldest first. */
  listDeadLetters(limit: number): Promise<DeadLetter[]>
  /** Number of dead letters by kind. */
  countDeadLetters(): Promise<Map<string, number>>
  /** Sends dead letters again, of one kind or of all; returns their number. */
  retryDeadLetters(kind?: string): Promise<number>
  /** Number of jobs that are not running whose payload has this value under `key`. */
  countQueued(key: string, value: string): Promise<number>
  /**
   * Deletes the jobs that `countQueued` counts. Running jobs stay: they find no data any more, and are deleted within
   * the hour.
   */
  deleteQueued(key: string, value: string): Promise<void>
  /** The queues with the latest counts of their jobs. Cheap, however many jobs there are. */
  readQueues(): Promise<QueueState[]>
  /** The kinds with jobs that wait or run, counted now. */
  countWaiting(): Promise<WaitingKind[]>
  /** Jobs that wait or run, in the order of their turn, and dead letters: of a kind, of an account, or both. */
  listWaiting(filter: {
    kind?: string | undefined
    accountId?: string | undefined
    limit: number
  }): Promise<WaitingJob[]>
  /** The latest success of each periodic kind, which tells those that have stopped running. */
  readScheduledRuns(): Promise<ScheduledRuns[]>
  /** Whether the handlers run in this process. */
  isWorking(): boolean
  /** Number of waiting and running jobs; for tests. */
  pending(kind: JobKind<object>): Promise<number>
  /** Resolves when every queue is empty and idle; for tests and demos. */
  idle(): Promise<void>
  /** Starts the handlers (worker role). Throws unless every kind has exactly one handler. */
  work<C>(ctx: C, handlers: readonly JobRegistration<C>[]): Promise<void>
  close(): Promise<void>
}

/** The jobs of one kind that wait, including those that wait for a retry, and that run. */
export interface QueueState {
  kind: string
  waiting: number
  running: number
  /** For how long the next job has been due; 0 when none is. */
  dueSeconds: number
}

/** The jobs of a kind that wait or run. */
export interface WaitingKind {
  kind: string
  due: number
  /** Those of a later time, also of a retry. */
  later: number
  running: number
  /** For how long the oldest has been due; null when none is. */
  dueSeconds: number | null
  /** When the next later one is due; null when there is none. */
  nextSeconds: number | null
  /** Since a worker last fetched a job of the kind; null when that is not known. */
  fetchedSeconds: number | null
  /** Begun runs of the oldest job that has failed, otherwise of the oldest, and why its last one failed. */
  attempts: number
  error: string | null
}

/** A job that waits, runs or is a dead letter. */
export interface WaitingJob {
  id: string
  kind: string
  accountId: string | null
  payload: object
  state: 'due' | 'later' | 'running' | 'dead'
  sentAt: Date
  dueAt: Date
  /** For how long it has been due, by the clock of the database; negative before. */
  dueSeconds: number
  /** The begin of the latest run. */
  startedAt: Date | null
  leaseEndsAt: Date | null
  /** Number of due jobs of the kind that are before it. */
  ahead: number
  attempts: number
  error: string | null
}

/** The runs of a periodic job. */
export interface ScheduledRuns {
  kind: string
  /** When it last succeeded, in any process; before its first success, when it was first scheduled. */
  succeededAt: Date
  intervalSeconds: number
}

/** A job that failed in all retries. `error` is the message of the last failure. */
export interface DeadLetter {
  kind: string
  payload: object
  sentAt: Date
  failedAt: Date
  attempts: number
  error: string
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
  const retries = options.schedule ? SCHEDULED_RETRIES : RETRIES
  return { name, batch: 1, concurrency: 1, retries, leaseSeconds: 60, ...options }
}

/**
 * Delays of 1 to 1024 seconds, then 30 minutes each: about half a day, longer than most failures of a store or mail
 * server.
 */
const RETRIES = 36
const SCHEDULED_RETRIES = 5

/** Whether a handler that has run since `startedAt` should leave the rest to another job, before its lease ends. */
export const isPastHalfOfLease = (
  { leaseSeconds }: Pick<JobKind<object>, 'leaseSeconds'>,
  startedAt: Date,
  now: Date,
): boolean => now.getTime() - startedAt.getTime() > (leaseSeconds * 1000) / 2

/** Creates an entry of a domain's `jobs`. */
export function handleJob<C, P extends object>(
  kind: JobKind<P>,
  handler: JobHandler<C, P>,
): JobRegistration<C> {
  return { kind, handler: handler as JobHandler<C, never> }
}

/** Creates an entry of a domain's `jobs` that runs at the times of a cron expression, and is sent by nothing else. */
export const runOnSchedule = <C>(
  name: string,
  schedule: string,
  run: (ctx: C, signal: AbortSignal) => Promise<unknown>,
  options: { leaseSeconds?: number } = {},
): JobRegistration<C> =>
  handleJob<C, object>(defineJob(name, { schedule, ...options }), async (ctx, _payloads, signal) => {
    await run(ctx, signal)
  })

/** Creates an entry of a domain's `jobs` that handles the payloads one after the other. */
export const handleEach = <C, P extends object>(
  kind: JobKind<P>,
  handle: (ctx: C, payload: P, signal: AbortSignal) => Promise<unknown>,
): JobRegistration<C> =>
  handleJob<C, P>(kind, async (ctx, payloads, signal) => {
    for (const payload of payloads) await handle(ctx, payload, signal)
  })
