/** The database cannot be reached or does not answer: whoever asked should try again soon. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** What network and server say while the database is away, starts or stops. */
const CODES = new Set([
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
/** The driver says these without a code. */
const TEXTS =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable|Client was closed/i

/** Whether a failure came of a database that is away; nothing else may be taken for it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing file is ENOENT, too: only connecting to a socket counts.
  if (code !== undefined && CODES.has(code)) return code !== 'ENOENT' || syscall === 'connect'
  return TEXTS.test(error.message)
}

/** PostgreSQL's word for a disk without room. */
export const isDatabaseFull = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === '53100'
