import { lookup } from 'node:dns/promises'
import type { Dispatcher } from 'undici'
import { createTraceHeaders, traceWork } from '../tracing/active-span.ts'
import type { SpanDescription } from '../tracing/span.ts'
import { checkAddress } from './check-address.ts'
import type { Resolve } from './guarded-connector.ts'
import { OutboundError } from './outbound-error.ts'

/** Most milliseconds of a call, including the connection. */
export const OUTBOUND_TIMEOUT_MS = 15_000
/** Most bytes that are read of an answer's body. */
const ANSWER_BYTES_MAX = 16 * 1024

/** Without the address, which may contain a customer's secret. */
const CALL_SPAN: SpanDescription = {
  name: 'POST to a customer',
  kind: 'client',
  attributes: { 'http.request.method': 'POST', 'peer.service': 'customer' },
}

export interface OutboundCall {
  /** Entered by a customer. */
  url: string
  headers: Record<string, string>
  body: string
  allowHttp: boolean
  signal: AbortSignal
}

export interface OutboundAnswer {
  status: number
  retryAfter: string | undefined
  /** The beginning of the body. */
  text: string
}

/** The only client for addresses that customers entered. */
export interface Outbound {
  /**
   * Sends a POST. Every status is an answer, also of a redirect, which is not followed. Throws OutboundError, after
   * OUTBOUND_TIMEOUT_MS at the latest, and the signal's reason when that aborts.
   */
  post(call: OutboundCall): Promise<OutboundAnswer>
  /** Throws OutboundError for an address that must not be called, without connecting. */
  check(call: Pick<OutboundCall, 'url' | 'allowHttp'>): void
  close(): Promise<void>
}

/** `timeoutMs` and `resolve` are for tests. */
export function createOutbound({
  allowedOrigins,
  resolve = hostname => lookup(hostname, { all: true }),
  timeoutMs = OUTBOUND_TIMEOUT_MS,
}: {
  allowedOrigins: readonly string[]
  resolve?: Resolve
  timeoutMs?: number
}): Outbound {
  const allowedOriginSet = new Set(allowedOrigins)
  let opened: ReturnType<typeof openAgent> | undefined
  // Loaded for the first call: most processes and commands make none.
  const getAgent = () => {
    opened ??= openAgent(allowedOriginSet, resolve)
    return opened
  }
  return {
    async post({ url, headers, body, allowHttp, signal }) {
      const address = checkAddress(url, { allowedOrigins: allowedOriginSet, allowHttp })
      const timeout = AbortSignal.timeout(timeoutMs)
      const { agent, request } = await getAgent()
      try {
        const answer = await traceWork(CALL_SPAN, () =>
          request(address, {
            dispatcher: agent,
            method: 'POST',
            headers: { ...headers, ...createTraceHeaders() },
            body,
            signal: AbortSignal.any([signal, timeout]),
          }),
        )
        const retryAfter = answer.headers['retry-after']
        return {
          status: answer.statusCode,
          retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
          text: await readBeginning(answer.body),
        }
      } catch (error) {
        signal.throwIfAborted()
        throw toOutboundError(error, timeout.aborted)
      }
    },
    check: ({ url, allowHttp }) => void checkAddress(url, { allowedOrigins: allowedOriginSet, allowHttp }),
    close: async () => (await opened)?.agent.destroy(),
  }
}

async function openAgent(allowedOrigins: ReadonlySet<string>, resolve: Resolve) {
  const { Agent, request } = await import('undici')
  const { createGuardedConnector } = await import('./guarded-connector.ts')
  const agent = new Agent({
    connect: createGuardedConnector(allowedOrigins, resolve),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
    maxHeaderSize: 16 * 1024,
  })
  return { agent, request }
}

/** Reads the body and aborts the transfer after ANSWER_BYTES_MAX, because the status is known by then. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= ANSWER_BYTES_MAX) break
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString()
}

function toOutboundError(error: unknown, isTimeout: boolean): OutboundError {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof OutboundError) return each
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new OutboundError(isTimeout || code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'unreachable', error)
}
