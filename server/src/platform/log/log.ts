import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Structured log. Tokens, cookies, signed addresses and personal data must never be logged. */
export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      redact: {
        paths: ['req.headers', 'headers', 'email', '*.email', 'accessToken', '*.accessToken'],
        censor: '[removed]',
      },
    },
    options.destination ?? pino.destination(1),
  )
}
