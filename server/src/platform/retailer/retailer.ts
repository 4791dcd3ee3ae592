import { isStorableJson } from '#contract/input/text.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import {
  type RetailerAnswer,
  type RetailerCall,
  type RetailerInput,
  retailerRefusal,
} from '#contract/retailer-calls/retailer-call.ts'
import type { Log } from '../log/log.ts'
import { createTraceHeaders, traceWork } from '../tracing/active-span.ts'
import { describeProblem, RetailerError } from './retailer-error.ts'

/** Address of the retailer's systems and the bearer token that they require. */
export interface RetailerSettings {
  /** Base address without a trailing slash. */
  url: string
  token: string
  timeoutMs: number
}

/** Most milliseconds of a call, including its retry. */
export const RETAILER_TIMEOUT_MS = 5000

/** The client of the retailer's systems. */
export interface Retailer {
  /**
   * Makes a call of `#contract/retailer-calls`. Throws RetailerError for every failure, after RETAILER_TIMEOUT_MS at
   * the latest. A GET is retried once while there is time; everything else is sent once, and the outbox repeats it
   * with the same id.
   */
  call<C extends RetailerCall>(call: C, input: RetailerInput<C>): Promise<RetailerAnswer<C>>
}

/** Creates the client of the configured retailer; null: each call fails as 'not-configured'. */
export function createRetailer(settings: RetailerSettings | null, log: Log): Retailer {
  return {
    async call(call, input) {
      if (!settings) throw new RetailerError('not-configured')
      const signal = AbortSignal.timeout(settings.timeoutMs)
      try {
        return await traceCall(call, () => send(settings, call, input, signal))
      } catch (error) {
        if (call.method !== 'GET' || !isUnavailable(error) || signal.aborted)
          throw logUnavailable(log, call, error)
      }
      return await traceCall(call, () => send(settings, call, input, signal)).catch(error => {
        throw logUnavailable(log, call, error)
      })
    },
  }
}

/** By the pattern of the path, because codes of orders identify customers. */
const traceCall = <T>({ method, path }: RetailerCall, work: () => Promise<T>): Promise<T> =>
  traceWork(
    {
      name: `${method} ${path}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'url.template': path, 'peer.service': 'retailer' },
    },
    work,
  )

type Parts = { params?: Record<string, string>; body?: unknown }

async function send<C extends RetailerCall>(
  { url, token }: RetailerSettings,
  call: C,
  input: RetailerInput<C>,
  signal: AbortSignal,
): Promise<RetailerAnswer<C>> {
  const { params, body } = input as Parts
  const address = url + call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params![name]!))
  try {
    const response = await fetch(address, {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...createTraceHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      // A redirect would send the token to another host.
      redirect: 'manual',
      signal,
    })
    const answer = await readLimited(response)
    if (response.status === 404) throw new RetailerError('not-found')
    if (response.status === 409)
      throw new RetailerError('refused', { reason: retailerRefusal.parse(parseBody(answer)).reason })
    if (response.status !== call.status)
      throw new RetailerError('unavailable', {
        status: response.status,
        retryAfter: response.headers.get('retry-after') ?? undefined,
        cause: new Error('Unexpected status'),
      })
    return (call.status === 204 ? undefined : call.answer.parse(parseBody(answer))) as RetailerAnswer<C>
  } catch (cause) {
    throw cause instanceof RetailerError ? cause : new RetailerError('unavailable', { cause })
  }
}

/** Parses JSON in UTF-8; throws for all other bytes and for text that cannot be stored, which would be replaced silently. */
function parseBody(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (text === null) throw new Error('The answer is not UTF-8')
  const json: unknown = JSON.parse(text)
  if (!isStorableJson(json)) throw new Error('The answer has text that cannot be stored')
  return json
}

const isUnavailable = (error: unknown) => error instanceof RetailerError && error.kind === 'unavailable'

/** Logs an unavailable retailer with the pattern of the path, because codes of orders identify customers. */
function logUnavailable(log: Log, { method, path }: RetailerCall, error: unknown): unknown {
  if (isUnavailable(error)) {
    const { status } = error as RetailerError
    log.warn(
      { call: `${method} ${path}`, status, problem: describeProblem(error) },
      'the retailer gave no valid answer',
    )
  }
  return error
}

/** The largest answer of the retailer. */
export const ANSWER_BYTES_MAX = 1024 * 1024

/** Reads the body of an answer; throws, and ends the transfer, above ANSWER_BYTES_MAX. */
async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
