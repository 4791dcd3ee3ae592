/** The database cannot be reached or does not answer; the caller should retry soon. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** All connections of this process are in use; the caller should retry soon. The database itself answers. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

/**
 * Returns true when a statement or its wait for a lock took longer than statement_timeout (57014) or lock_timeout
 * (55P03); the transaction is aborted.
 */
export const isLimitExceeded = (error: unknown): boolean => hasCode(error, '57014', '55P03')

/**
 * Returns true when the database answers, but not for this caller now: no free connection, a limit exceeded, or a
 * deadlock or conflict that remained after the retries. Nothing was changed; the caller should retry soon.
 */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || isLimitExceeded(error) || hasCode(error, '40P01', '40001')

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as { code?: string } | null)?.code ?? '')

/** Codes of the network and of PostgreSQL while the database is unreachable, starts or stops. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
])
/** Messages of driver errors that have no code. */
const UNAVAILABLE_MESSAGES =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable|Client was closed/i

/** Messages of Citus, and of the driver that it uses. */
const LOST_NODE_MESSAGES =
  /^(connection to the remote node|failure on connection marked as essential|SSL SYSCALL error|SSL connection has been closed|server closed the connection)/

/**
 * Returns true when a node of Citus is lost; within a transaction that is an internal error (XX000) although the
 * coordinator works.
 */
export function isNodeLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (code === '08006' || code === 'XX000') && LOST_NODE_MESSAGES.test(message ?? '')
}

/** Returns true for failures caused by an unavailable database, and for nothing else. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing file is ENOENT, too, so only failed connects count.
  if (code !== undefined && UNAVAILABLE_CODES.has(code)) return code !== 'ENOENT' || syscall === 'connect'
  if (isNodeLost(error)) return true
  // PgBouncer without a free connection, or shutting down: unlike PostgreSQL it sends no routine.
  if (code === '08P01') return (error as { routine?: string }).routine === undefined
  return UNAVAILABLE_MESSAGES.test(error.message)
}

/** Returns true for PostgreSQL's disk_full error. */
export const isDatabaseFull = (error: unknown): boolean => hasCode(error, '53100')

/**
 * Returns true for a violation of a unique constraint; the transaction is aborted. Citus reports that of an insert with
 * a query as an internal error (XX000) with PostgreSQL's message.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === '23505' || (code === 'XX000' && /^duplicate key value violates/.test(message ?? ''))
}

/**
 * Returns true for text that PostgreSQL cannot store: U+0000 in a text (22021) or in JSON (22P05), half a surrogate
 * pair in JSON (22P02, which has other causes as well).
 */
export function isUnstorableText(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === '22021' || code === '22P05' || (code === '22P02' && /type json/.test(message ?? ''))
}
