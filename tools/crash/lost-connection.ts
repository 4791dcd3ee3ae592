const LOST = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ABORT_ERR',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'UND_ERR_SOCKET',
])

/** True for the errors of requests, also of fetch, whose server has ended. */
export function isConnectionLost(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException
  return LOST.has(code ?? '') || (cause !== undefined && isConnectionLost(cause))
}
