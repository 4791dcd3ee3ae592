/**
 * The failure of a call to the retailer. not-configured: there is no retailer. unavailable: no answer in time, a
 * server error, a redirect, or an answer that the contract does not allow. refused: understood and refused, with a
 * reason.
 */
export type RetailerErrorKind = 'not-configured' | 'unavailable' | 'refused' | 'not-found'

export class RetailerError extends Error {
  override name = 'RetailerError'
  readonly kind: RetailerErrorKind
  /** Present for 'refused'. */
  readonly reason: string | undefined
  /** Status of an unexpected answer. */
  readonly status: number | undefined
  /** The header Retry-After of an unexpected answer. */
  readonly retryAfter: string | undefined

  constructor(
    kind: RetailerErrorKind,
    details: { reason?: string; status?: number; retryAfter?: string | undefined; cause?: unknown } = {},
  ) {
    super(`The retailer's answer: ${kind}`, { cause: details.cause })
    this.kind = kind
    this.reason = details.reason
    this.status = details.status
    this.retryAfter = details.retryAfter
  }
}

/** Returns the code of a network error, or the name of the error; never its text, which may quote data. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (error instanceof RetailerError && cause !== undefined) return describeProblem(cause)
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error.name
}
