/**
 * Why a call has no answer. refused-address: the host is, or resolves to, an address that is not public. refused-port:
 * see `isAllowedPort`. insecure: http where https is required. invalid-address: no http or https address, or one with
 * credentials. timeout: no answer in time. unreachable: no such host, no connection, or a lost one.
 */
export type OutboundProblem =
  | 'invalid-address'
  | 'insecure'
  | 'refused-address'
  | 'refused-port'
  | 'timeout'
  | 'unreachable'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly problem: OutboundProblem

  constructor(problem: OutboundProblem, cause?: unknown) {
    super(`Outbound call: ${problem}`, { cause })
    this.problem = problem
  }
}
