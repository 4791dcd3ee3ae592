/**
 * How a call to the retailer can fail. not-configured: there is no retailer. unavailable: no answer in time, a server
 * error, a redirect, or an answer that the contract does not allow. refused: understood and refused, with a reason.
 */
export type RetailerErrorKind = 'not-configured' | 'unavailable' | 'refused' | 'not-found'

export class RetailerError extends Error {
  override name = 'RetailerError'
  readonly kind: RetailerErrorKind
  /** Of 'refused'. */
  readonly reason: string | undefined
  /** Of an answer with an unexpected status. */
  readonly status: number | undefined

  constructor(kind: RetailerErrorKind, more: { reason?: string; status?: number; cause?: unknown } = {}) {
    super(`The retailer's answer: ${kind}`, { cause: more.cause })
    this.kind = kind
    this.reason = more.reason
    this.status = more.status
  }
}
