import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { retailerState } from '#contract/retailer-states.ts'
import { isLimited, REQUESTS_PER_MINUTE } from '../request-limit.ts'
import { isRevalidated } from '../send-json.ts'

/** What the headers of answers say, by their names in the document. */
const DESCRIPTIONS = {
  'X-Correlation-Id': 'Names the request in the log of the operator; quote it in reports.',
  'WWW-Authenticate':
    'Bearer, with error="invalid_token" when a token was sent and refused, with error="insufficient_user_authentication" and max_age when the sign-in is too old for the call (RFC 9470); of 403, sent to API keys only, with error="insufficient_scope" and the scope that the call needs (RFC 6750).',
  'Keepsake-Key-Expires': 'When the API key ends, of calls with one.',
  'Retry-After': 'Seconds until the call is worth repeating.',
  'X-RateLimit-Limit': `Calls per minute, ${REQUESTS_PER_MINUTE} where the call has no limit of its own; missing when the call was refused before it was counted.`,
  'X-RateLimit-Remaining': 'Calls that are left in this minute.',
  'X-RateLimit-Reset': 'Seconds until the next minute of the limit.',
  ETag: 'Entity tag, missing with Cache-Control: no-store; with it as If-None-Match the call answers 304 while the answer is the same.',
  'Last-Modified': 'When it last changed for its customer, also without another version.',
  'Keepsake-Resource-Version': 'The version of the order, invoice or file, as callbacks name it.',
  'Content-Disposition': 'attachment, with the name of the file (RFC 6266).',
  'Accept-Ranges': 'bytes',
  'Content-Range':
    'The bytes of the answer and the length of the file; of 416 the length alone (RFC 9110, 14.4).',
} as const

type HeaderName = keyof typeof DESCRIPTIONS

/** The headers of answers as components of the document. */
export const HEADERS = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' as const } },
  ]),
)

/** Creates the headers of an answer, which the components of the document describe. */
export const createHeaders = (endpoint: Endpoint, status: number) =>
  Object.fromEntries(
    listHeaders(endpoint, status).map(name => [name, { $ref: `#/components/headers/${name}` as const }]),
  )

function listHeaders(endpoint: Endpoint, status: number): HeaderName[] {
  const { sendsFile, sendsRanges, isVersioned } = endpoint
  // The tag of a state of the retailer is its version.
  const hasTag = sendsFile || isRevalidated(endpoint) || endpoint.answer === retailerState
  const isSuccess = status < 300
  return [
    'X-Correlation-Id',
    ...(status === 401 || (status === 403 && acceptsTokens(endpoint)) ? (['WWW-Authenticate'] as const) : []),
    ...(endpoint.scope ? (['Keepsake-Key-Expires'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isLimited(endpoint.policy, SERVICES[endpoint.service] + endpoint.path) ? RATE_LIMIT_HEADERS : []),
    ...(isSuccess && hasTag ? (['ETag'] as const) : []),
    ...(isSuccess && isVersioned ? (['Last-Modified', 'Keepsake-Resource-Version'] as const) : []),
    ...(isSuccess && sendsFile ? (['Content-Disposition'] as const) : []),
    ...(isSuccess && sendsRanges ? (['Accept-Ranges'] as const) : []),
    ...(sendsRanges && (status === 206 || status === 416) ? (['Content-Range'] as const) : []),
  ]
}

/** Whether the call is made with access tokens, so that API keys are refused with their scope. */
const acceptsTokens = ({ policy }: Endpoint) =>
  policy === 'customer' || policy === 'business' || policy === 'service'

const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const
