import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'

/** An expected failure: the code determines the status. The message is for developers; the web has its own texts. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Every 503 has one. */
  readonly retryAfterSeconds: number | undefined
  /** A code for the customer's texts, where the call documents some. */
  readonly reason: string | undefined
  /** How many answers may still be wrong, where the call counts them. */
  readonly attemptsLeft: number | undefined
  /** What is wrong with what the retailer sent, where the call names it. */
  readonly problems: readonly StateProblem[] | undefined
  /** What exists already, where a call that documents it was refused for that. */
  readonly reference: string | undefined
  /** The first number of a list that is kept, where the call names it. */
  readonly oldest: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      reason?: string
      attemptsLeft?: number
      problems?: readonly StateProblem[]
      reference?: string
      oldest?: number
    } = {},
  ) {
    super(message)
    this.code = code
    this.fields = details.fields
    this.retryAfterSeconds =
      details.retryAfterSeconds ?? (this.status === 503 ? TIME_LIMITS.retryAfterSeconds : undefined)
    this.reason = details.reason
    this.attemptsLeft = details.attemptsLeft
    this.problems = details.problems
    this.reference = details.reference
    this.oldest = details.oldest
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** Creates the failure for missing data, which is the same for data of another customer. */
export const notFound = (what: string) => new Failure('not-found', `${what} not found`)

/** Returns what was found; throws the failure for missing data where nothing was. */
export function requireFound<T>(found: T | null | undefined | false, what: string): T {
  if (!found) throw notFound(what)
  return found
}
