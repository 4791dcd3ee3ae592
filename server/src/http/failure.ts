import { ERRORS, type ErrorCode } from '#contract/errors.ts'

/** An expected failure: the code decides the status, the message is for developers, the web has the text for people. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** Missing and not yours look the same (OP-31). */
export const notFound = (what: string) => new Failure('not-found', `${what} not found`)
