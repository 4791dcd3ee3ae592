/**
 * The times after which the server stops waiting, in milliseconds unless a name says otherwise. Each is below that of
 * the layer above it: customer > balancer > request > connection of the pool > statement > lock. A test
 * compares them with the files of deployment/.
 */
export const TIME_LIMITS = {
  /** A request that needs what is missing is answered with 503 within this time (docs/operations.md). */
  answerMs: 20_000,
  /** Retry-After of these answers. */
  retryAfterSeconds: 5,

  /** A statement waits for a free connection of the pool: longer than any statement of reads and writes has one. */
  poolWaitMs: 6_000,
  /** The embedded engine has one connection, jobs included, and no balancer in front. */
  embeddedPoolWaitMs: 60_000,
  /** A new connection is opened. */
  connectMs: 4_000,

  /** Readiness: for how long a state is reused, and how long a silent dependency counts as available. */
  probeFreshMs: 1_000,
  probeMs: 1_000,
  /** The database counts as unresponsive after four beats without an answer. */
  heartbeatMs: 500,

  /** S3 until the headers of an answer: of each attempt, and with its retries. */
  s3ConnectMs: 2_000,
  s3Read: { attemptMs: 3_000, allMs: 6_000 },
  s3Write: { attemptMs: 20_000, allMs: 45_000 },
  s3List: { attemptMs: 10_000, allMs: 20_000 },
  s3Copy: { attemptMs: 60_000, allMs: 60_000 },

  /** Requests: headers, silence of a body, a whole body. Uploads have no such limit. */
  headersMs: 15_000,
  bodyIdleSeconds: 10,
  bodyTotalSeconds: 60,

  /** The end of a process: still accepting requests, running requests, handlers whose connection was closed. */
  drainPauseSeconds: 5,
  drainDeadlineSeconds: 20,
  drainHandlersMs: 5_000,

  /** Traces: an attempt to send some, and all that is left at the end of a process. */
  traceExportMs: 5_000,
  traceFlushMs: 2_000,
} as const

/** What a statement is part of; its limits differ. 'command': those of the operator, and migrations. */
export type StatementClass = 'read' | 'write' | 'upload' | 'download' | 'job' | 'command'

export interface StatementLimits {
  /** PostgreSQL's statement_timeout and lock_timeout; 0: none. */
  statementMs: number
  lockMs: number
  /**
   * Whether they apply to a statement outside of a transaction, too, for which they cost two round trips where they
   * differ from those of the session.
   */
  appliesToSingleStatements: boolean
}

export type LimitsByClass = Record<StatementClass, StatementLimits>

export const STATEMENT_LIMITS: LimitsByClass = {
  // Only statements that change a table's structure lock rows that are read.
  read: { statementMs: 5_000, lockMs: 3_000, appliesToSingleStatements: false },
  write: { statementMs: 5_000, lockMs: 4_000, appliesToSingleStatements: false },
  // Its bytes would have to be sent again.
  upload: { statementMs: 8_000, lockMs: 6_000, appliesToSingleStatements: false },
  // Plans of archives with many thousand photos.
  download: { statementMs: 8_000, lockMs: 3_000, appliesToSingleStatements: true },
  job: { statementMs: 600_000, lockMs: 60_000, appliesToSingleStatements: true },
  command: { statementMs: 0, lockMs: 0, appliesToSingleStatements: true },
}
