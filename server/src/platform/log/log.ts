import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import { removeMachineTokens } from '../machine-tokens/machine-tokens.ts'
import { getActiveSpan } from '../tracing/active-span.ts'

export type Log = Logger

/**
 * Structured log; every line has host, pid, the fields of `process`, and the id of the trace that it is part of. Tokens,
 * cookies, signed addresses and personal data must never be logged; ids may. Tokens of machines are removed wherever they
 * are in a line, as in the message of an error that quotes its input.
 */
export function createLog(options: {
  level: string
  process?: { role: string; build: string }
  destination?: DestinationStream
}): Log {
  return pino(
    {
      level: options.level,
      base: { host: hostname(), pid: process.pid, ...options.process },
      mixin: () => {
        const span = getActiveSpan()
        return span ? { trace_id: span.traceId } : {}
      },
      serializers: { err: describeError },
      hooks: { streamWrite: removeMachineTokens },
      redact: {
        paths: ['req.headers', 'headers', 'email', '*.email', 'accessToken', '*.accessToken'],
        censor: '[removed]',
      },
    },
    options.destination ?? pino.destination(1),
  )
}

/**
 * Fields of an error that are logged. Libraries add others, which may contain credentials, values of rows or mail
 * addresses.
 */
const LOGGED_ERROR_FIELDS = [
  ...[
    'type',
    'message',
    'stack',
    'code',
    'errno',
    'syscall',
    'signal',
    'status',
    'statusCode',
    'responseCode',
    '$metadata',
  ],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
  ...['reason', 'failure', 'permanent', 'problem', 'kind'],
]

function describeError(error: Error): object {
  const errorFields = Object.entries(pino.stdSerializers.err(error))
  return Object.fromEntries(errorFields.filter(([name]) => LOGGED_ERROR_FIELDS.includes(name)))
}
