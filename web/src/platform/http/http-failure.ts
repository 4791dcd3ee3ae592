import { CORRELATION_HEADER, type ErrorAnswer, type ErrorCode, STEP_UP_ERROR } from '#contract/errors.ts'

/** A call without an OK response. `status` 0: network failure. The message is for developers. */
export class HttpFailure extends Error {
  override name = 'HttpFailure'
  declare readonly status: number
  declare readonly code: ErrorCode | undefined
  declare readonly correlationId: string | undefined
  /** Validation issues by field, if the service reports them. */
  declare readonly fields: Record<string, string> | undefined
  /** Why the state does not allow the call, if the service reports it. */
  declare readonly reason: string | undefined
  declare readonly retryAfterSeconds: number | undefined
  /** How many answers may still be wrong, if the service counts them. */
  declare readonly attemptsLeft: number | undefined
  /** What exists already, if the service reports it. */
  declare readonly reference: string | undefined

  constructor({ url, body, summary, cause, ...facts }: HttpFailureInit) {
    // The query may contain an email address or a token, so messages and reports omit it.
    const details = `Error ${body}; Status Code: ${facts.status} Received from ${url.split('?')[0]}`
    super(summary ? `${summary}: ${details}` : details, { cause })
    Object.assign(this, facts)
  }
}

/** An OK response whose body violates the contract. */
export class AnswerFailure extends Error {
  override name = 'AnswerFailure'
  readonly correlationId: string | undefined

  constructor(url: string, correlationId: string | undefined, cause: unknown) {
    super(`Failed to parse response! Received from ${url.split('?')[0]}`, { cause })
    this.correlationId = correlationId
  }
}

/** Whether the service refuses the call until the customer proves again who they are (RFC 9470). */
export const isStepUpRequired = (response: Response): boolean =>
  response.headers.get('www-authenticate')?.includes(STEP_UP_ERROR) ?? false

/** Creates the failure of a response that is not OK; a body that is not JSON gives no code and no fields. */
export async function toHttpFailure(
  response: Response,
  url: string,
  { summary, correlationId }: SentCall = {},
): Promise<HttpFailure> {
  const body = await response.text().catch(() => '')
  const answer = parseErrorBody(body)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new HttpFailure({
    summary,
    url,
    body,
    status: response.status,
    code: answer.code,
    fields: answer.fields,
    reason: answer.reason,
    attemptsLeft: answer.attemptsLeft,
    reference: answer.reference,
    correlationId: answer.correlationId ?? response.headers.get(CORRELATION_HEADER) ?? correlationId,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** Creates the failure of a call without a response: offline, or the service cannot be reached. */
export function toNetworkFailure(url: string, cause: unknown, sent: SentCall = {}): HttpFailure {
  return new HttpFailure({
    ...sent,
    url,
    body: cause instanceof Error ? cause.message : String(cause),
    status: 0,
    cause,
  })
}

export const isNotFound = (error: unknown) => hasStatus(error, 404)
/** Whether a read by id found nothing: the resource does not exist (404), or the text in the address is not an id (400). */
export const isMissing = (error: unknown) =>
  isNotFound(error) ||
  (error instanceof HttpFailure &&
    Object.keys(error.fields ?? {}).some(field => /^(id|backupId)$/.test(field)))
/** Whether the resource or the link to it existed and has ended (410). */
export const isGone = (error: unknown) => hasStatus(error, 410)
export const isUnauthorized = (error: unknown) => hasStatus(error, 401)
/** Whether the state of what the call changes refuses it (409). */
export const isConflict = (error: unknown) => hasStatus(error, 409)
/** Whether the state that the call replaces is not the one of its precondition (412). */
export const isPreconditionFailed = (error: unknown) => hasStatus(error, 412)
/** Whether there was no response: offline, or the service cannot be reached. */
export const isNetworkFailure = (error: unknown) => hasStatus(error, 0)
/** Whether the same call may succeed later: network failure, 5xx, timeout (408) or rate limit (429). */
export const isRetryable = (error: unknown) =>
  error instanceof HttpFailure &&
  (error.status === 0 || error.status >= 500 || [408, 429].includes(error.status))

/** What a failure says of its call besides the address. */
export interface SentCall {
  /** The documents' text for any failure of the service. */
  summary?: string
  /** The id that the request was sent with. */
  correlationId?: string
}

interface HttpFailureInit extends SentCall {
  url: string
  body: string
  status: number
  code?: ErrorCode
  fields?: Record<string, string>
  reason?: string
  retryAfterSeconds?: number
  attemptsLeft?: number
  reference?: string
  cause?: unknown
}

function hasStatus(error: unknown, status: number): error is HttpFailure {
  return error instanceof HttpFailure && error.status === status
}

function parseErrorBody(body: string): Partial<ErrorAnswer> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
