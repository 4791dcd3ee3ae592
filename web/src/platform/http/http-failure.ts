import { CORRELATION_HEADER, type ErrorAnswer, type ErrorCode } from '#contract/errors.ts'

/** A call that was not answered with OK. `status` 0: no answer at all. The message is for developers (AA-115). */
export class HttpFailure extends Error {
  override name = 'HttpFailure'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly correlationId: string | undefined
  /** Bad input by field, where the service says so. */
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(parts: HttpFailureInit) {
    // The query may hold an e-mail address or a token: it stays out of messages and reports.
    const url = parts.url.split('?')[0]
    super(`Error ${parts.body}; Status Code: ${parts.status} Received from ${url}`, { cause: parts.cause })
    this.status = parts.status
    this.code = parts.code
    this.correlationId = parts.correlationId
    this.fields = parts.fields
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** An OK answer that is not what the contract says (PL-149). */
export class AnswerFailure extends Error {
  override name = 'AnswerFailure'
  readonly correlationId: string | undefined

  constructor(url: string, correlationId: string | undefined, cause: unknown) {
    super(`Failed to parse response! Received from ${url.split('?')[0]}`, { cause })
    this.correlationId = correlationId
  }
}

/** The failure an answer stands for, whatever its body is. */
export async function failureFromResponse(response: Response, url: string): Promise<HttpFailure> {
  const body = await response.text().catch(() => '')
  const answer = errorIn(body)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new HttpFailure({
    url,
    body,
    status: response.status,
    code: answer.code,
    fields: answer.fields,
    correlationId: answer.correlationId ?? response.headers.get(CORRELATION_HEADER) ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** The failure of a call that got no answer. */
export function networkFailure(url: string, cause: unknown): HttpFailure {
  return new HttpFailure({
    url,
    body: cause instanceof Error ? cause.message : String(cause),
    status: 0,
    cause,
  })
}

export const isNotFound = (error: unknown) => hasStatus(error, 404)
export const isUnauthorized = (error: unknown) => hasStatus(error, 401)
/** No answer came: offline, or the service cannot be reached. */
export const isNetworkFailure = (error: unknown) => hasStatus(error, 0)
/** The same call may work later: no answer, a fault of the service, or too many calls. */
export const isRetryable = (error: unknown) =>
  error instanceof HttpFailure &&
  (error.status === 0 || error.status >= 500 || [408, 429].includes(error.status))

interface HttpFailureInit {
  url: string
  body: string
  status: number
  code?: ErrorCode
  correlationId?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
}

function hasStatus(error: unknown, status: number): error is HttpFailure {
  return error instanceof HttpFailure && error.status === status
}

function errorIn(body: string): Partial<ErrorAnswer> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
