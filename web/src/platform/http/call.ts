import { type Answer, type Endpoint, type Input, SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import { ANSWERS_STEP_UP, SESSION_HEADER } from '#contract/session.ts'
import {
  AnswerFailure,
  HttpFailure,
  isStepUpRequired,
  type SentCall,
  toHttpFailure,
  toNetworkFailure,
} from './http-failure.ts'
import { redact } from './redact.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Entity tag of the state that the call replaces; another state is answered with 412. */
  ifMatch?: string | undefined
  /** An upload token, sent instead of the session's access token. */
  token?: string
  /** Statuses that are an answer to the customer: such a failure is not logged. */
  unloggedStatuses?: readonly number[]
}

/** Dependencies of `call`; configured once at start. */
export interface HttpEnvironment {
  /** Base addresses that differ from SERVICES: config.json's `services`. */
  services: Partial<Record<ServiceKey, string>>
  /** A valid access token; null when signed out. */
  token: () => Promise<string | null>
  /** A token newer than the refused one; null when the session is over. */
  renew: (refused: string) => Promise<string | null>
  /** Asks for a sign-in : over the page, or instead of it while it shows nothing of a customer. */
  signIn: () => void
  /** Loads the code that answers the refusal of a call whose sign-in is too old; rejects when it cannot be loaded. */
  loadStepUp: () => Promise<{ answerStepUp: AnswerStepUp }>
  /** Logs name, message and correlation id of a failed call. */
  log: (...parts: string[]) => void
  fetch: typeof fetch
}

/**
 * Asks the customer to prove again who they are, for this call, and repeats it, with further headers where the proof
 * is one. Returns the last response; throws CancelledCall when the customer does not answer.
 */
export type AnswerStepUp = (
  endpoint: Pick<Endpoint, 'method' | 'service' | 'path'>,
  repeat: (headers?: Record<string, string>) => Promise<Response>,
) => Promise<Response>

/**
 * Calls an endpoint that answers with a file and returns its bytes; otherwise like `call`.
 */
export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  return logRejection(
    exchange(endpoint, input as Parts, {}).then(({ response, reportedUrl, sent }) =>
      response.blob().catch(cause => {
        throw toNetworkFailure(reportedUrl, cause, sent)
      }),
    ),
  )
}

/**
 * Calls an endpoint of the contract and returns its validated answer. Sends the access token if the endpoint's
 * policy requires one, otherwise none. After 401 the session is renewed once and the call repeated, then
 * sign-in starts, as it does without a request when another tab has signed out; where only the sign-in is too old
 * the customer is asked, and CancelledCall thrown when they cancel. Throws HttpFailure for a response
 * that is not OK and for a network failure (status 0), also of the code that asks, AnswerFailure for an answer that violates the contract, all of
 * which are logged to the console, and the signal's reason when aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: object extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]
): Promise<Answer<E>> {
  const answer = exchange(endpoint, (input ?? {}) as Parts, options).then(exchanged =>
    readAnswer(endpoint, exchanged, options.signal),
  )
  return (await logRejection(answer, options.unloggedStatuses)) as Answer<E>
}

/** Sends the request; returns the OK response, and what failures of this call name. */
async function exchange(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Exchanged> {
  const url = formatAddress(endpoint, parts)
  const reportedUrl = formatReportedAddress(endpoint, parts)
  const summary = FAILURE_SUMMARIES[endpoint.service]
  let sent: SentCall = { summary }
  const token = options.token ?? (needsToken(endpoint) ? await environment.token() : null)
  if (token === null && needsToken(endpoint)) {
    environment.signIn()
    // Not sent because the session has ended; like an answer with status 401.
    throw new HttpFailure({ summary, url: reportedUrl, body: 'Signed out', status: 401 })
  }
  const sendWith: SendWith = (accessToken, headers) => {
    const correlationId = crypto.randomUUID()
    sent = { summary, correlationId }
    return send(endpoint, url, parts, options, { accessToken, headers, correlationId }).catch(cause => {
      options.signal?.throwIfAborted()
      throw toNetworkFailure(reportedUrl, cause, sent)
    })
  }
  let response = await sendWith(token)
  if (response.status === 401 && token !== null && !options.token) {
    // That is no expired session: it is neither renewed nor ended.
    if (!isStepUpRequired(response)) response = await renewAndRepeat(response, token, sendWith)
    if (isStepUpRequired(response)) {
      const { answerStepUp } = await environment.loadStepUp().catch(cause => {
        throw toNetworkFailure(reportedUrl, cause, sent)
      })
      response = await answerStepUp(endpoint, async headers => sendWith(await environment.token(), headers))
    }
  }
  if (!response.ok) {
    const failure = await toHttpFailure(response, reportedUrl, sent)
    // An answer that was aborted while it was read is not a failure of the call.
    options.signal?.throwIfAborted()
    throw failure
  }
  return { response, reportedUrl, sent }
}

/** Renews a refused token and repeats the call, once; sign-in starts when that is refused, too. Returns the last response. */
async function renewAndRepeat(refusal: Response, token: string, sendWith: SendWith): Promise<Response> {
  const newToken = await environment.renew(token)
  const response = newToken === null ? refusal : await sendWith(newToken)
  if (response.status === 401 && !isStepUpRequired(response)) environment.signIn()
  return response
}

/** Sends the request with the access token and further headers. */
type SendWith = (accessToken: string | null, headers?: Record<string, string>) => Promise<Response>

interface Exchanged {
  response: Response
  reportedUrl: string
  sent: SentCall
}

/** The documents' own text for a failed request of a service; it precedes the general one. */
const FAILURE_SUMMARIES: Partial<Record<ServiceKey, string>> = { photoManagement: 'Request failure' }

/** Logs why a call failed, without personal data; the reason of an aborted call is no failure. */
function logRejection<T>(answer: Promise<T>, unloggedStatuses: readonly number[] = []): Promise<T> {
  return answer.catch((error: unknown) => {
    if (
      error instanceof AnswerFailure ||
      (error instanceof HttpFailure && !unloggedStatuses.includes(error.status))
    )
      environment.log(error.name, redact(error.message), error.correlationId ?? '')
    throw error
  })
}

/** Sets dependencies of all calls; returns the previous ones, so that a test can restore them. */
export function configureHttp(parts: Partial<HttpEnvironment>): HttpEnvironment {
  const previous = environment
  environment = { ...environment, ...parts }
  return previous
}

/** Returns the full address of a service's path: '' is the service's base. */
export function serviceAddress(service: ServiceKey, path = ''): string {
  return (environment.services[service] ?? SERVICES[service]).replace(/\/$/, '') + path
}

let environment: HttpEnvironment = {
  services: {},
  token: async () => null,
  renew: async () => null,
  signIn: () => {},
  loadStepUp: async () => {
    throw new Error('not configured')
  },
  // biome-ignore lint/suspicious/noConsole: rejected calls are logged to the console.
  log: (...parts) => console.info(...parts),
  fetch: (...args) => fetch(...args),
}

interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  body?: unknown
}

const needsToken = (endpoint: Endpoint) => endpoint.policy === 'customer' || endpoint.policy === 'business'

/** Parameters of paths that no message may contain: a report of the failure would carry them to the log. */
const UNREPORTED = ['email', 'token']

/** Formats the address that a failure names: without the query, and with the name of a secret instead of its value. */
function formatReportedAddress(endpoint: Endpoint, { params = {} }: Parts) {
  const path = endpoint.path.replace(/:(\w+)/g, (placeholder, name: string) =>
    UNREPORTED.includes(name) ? placeholder : encodeURIComponent(params[name]!),
  )
  return serviceAddress(endpoint.service, path)
}

function formatAddress(endpoint: Endpoint, { params = {}, query = {} }: Parts) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) for (const each of [value].flat()) search.append(name, String(each))
  return serviceAddress(endpoint.service, path) + (search.size > 0 ? `?${search}` : '')
}

function send(
  endpoint: Endpoint,
  url: string,
  { body }: Parts,
  options: CallOptions,
  {
    accessToken,
    headers,
    correlationId,
  }: { accessToken: string | null; headers: Record<string, string> | undefined; correlationId: string },
) {
  const cookies = endpoint.service === 'session'
  return environment.fetch(url, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      'cache-control': 'no-cache',
      [CORRELATION_HEADER]: correlationId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
      ...headers,
      ...(cookies ? { [SESSION_HEADER]: ANSWERS_STEP_UP } : {}),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // Only the session's calls send cookies; the mode for config.json must match its preload in index.html.
    credentials: cookies || endpoint.service === 'configuration' ? 'same-origin' : 'omit',
    signal: options.signal,
    keepalive: options.keepalive,
  })
}

async function readAnswer(
  endpoint: Endpoint,
  { response, reportedUrl, sent }: Exchanged,
  signal: AbortSignal | undefined,
) {
  if (response.status === 204 || !endpoint.answer) return undefined
  const correlationId = response.headers.get(CORRELATION_HEADER) ?? sent.correlationId
  let answer: unknown
  try {
    answer = await response.json()
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    // Without the rest of the body there is no answer to judge.
    if (!(cause instanceof SyntaxError)) throw toNetworkFailure(reportedUrl, cause, sent)
    throw new AnswerFailure(reportedUrl, correlationId, cause)
  }
  const parsed = endpoint.answer.safeParse(answer)
  if (!parsed.success) throw new AnswerFailure(reportedUrl, correlationId, parsed.error)
  return parsed.data
}
