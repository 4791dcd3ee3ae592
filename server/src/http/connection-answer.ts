import { STATUS_CODES } from 'node:http'
import { CORRELATION_HEADER, type ErrorAnswer } from '#contract/errors.ts'
import type { Failure } from './failure.ts'

/**
 * Formats the answer to a failure as the bytes of a connection that ends with it, in the common shape: for what Node
 * refuses before it is a request, and for requests whose answer the app does not send.
 */
export function formatConnectionAnswer(
  { code, message, status }: Failure,
  correlationId: string,
  headers: Record<string, string> = {},
): string {
  const answer: ErrorAnswer = { code, message, correlationId }
  const body = JSON.stringify(answer)
  const lines = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    [CORRELATION_HEADER]: correlationId,
    ...headers,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
