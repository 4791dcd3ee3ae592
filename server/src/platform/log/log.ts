import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured log; every line has host, pid and what `process` says of the process. Tokens, cookies, signed addresses and
 * personal data must never be logged; ids may.
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
      redact: {
        paths: ['req.headers', 'headers', 'email', '*.email', 'accessToken', '*.accessToken'],
        censor: '[removed]',
      },
    },
    options.destination ?? pino.destination(1),
  )
}
