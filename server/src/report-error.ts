import { pino } from 'pino'
import { ConfigError } from './platform/config/config-error.ts'
import { createLog } from './platform/log/log.ts'

/**
 * Reports the error that ends a process on stderr: as text on a terminal, else as lines of the log, one for each setting
 * that is not valid, which it names in `variable`.
 */
export function reportError(error: unknown): void {
  if (process.stderr.isTTY) {
    printError(error)
    return
  }
  const log = createLog({ level: 'fatal', destination: pino.destination({ fd: 2, sync: true }) })
  if (error instanceof ConfigError)
    for (const { variable, message } of error.problems) log.fatal({ variable }, `${variable}: ${message}`)
  else log.fatal(getMessage(error))
}

/** Prints the message of an error without its stack. */
export function printError(error: unknown): void {
  console.error(getMessage(error))
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
