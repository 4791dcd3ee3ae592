import { reportError } from '#contract/reports.ts'
import { BulkFailure } from '../http/bulk-failure.ts'
import { call } from '../http/call.ts'
import { AnswerFailure, HttpFailure } from '../http/http-failure.ts'
import { redact } from '../http/redact.ts'
import { LoadFailure } from '../lazy/load-failure.ts'

export interface ReportingEnvironment {
  send: (report: Report) => Promise<unknown>
  log: (...parts: unknown[]) => void
  route: () => string
}

export interface Report {
  name: string
  message: string
  stack?: string
  route: string
  correlationId?: string
}

/**
 * Reports an unexpected failure: logs it with its correlation id and sends it, once per message.
 * Expected failures are not reported: no network, 401, 404, 409, 429, aborted and cancelled calls, a replaced build. Calls log theirs
 * themselves.
 */
export function reportFailure(error: unknown, environment: ReportingEnvironment = browserEnvironment): void {
  if (isExpected(error)) return
  const report = createReport(error, environment.route())
  environment.log(report.name, report.message, report.correlationId ?? '')
  if (reportedMessages.size >= MAX_REPORTS || reportedMessages.has(report.name + report.message)) return
  reportedMessages.add(report.name + report.message)
  environment.send(report).catch(failure => {
    // Only logged: reporting the failure of a report could loop.
    environment.log('Report not sent', String(failure))
  })
}

/** Reports uncaught errors and unhandled rejections of the window. */
export function reportUncaught(target: Window = window): void {
  target.addEventListener('error', event => {
    // Not an error: the observer delivers the remaining notifications in the next frame.
    if (!event.message.startsWith('ResizeObserver loop')) reportFailure(event.error ?? event.message)
  })
  target.addEventListener('unhandledrejection', event => reportFailure(event.reason))
}

/** Creates the content of a report, without query strings, email addresses and ids. */
export function createReport(error: unknown, route: string): Report {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' }
  const correlationId =
    error instanceof HttpFailure || error instanceof AnswerFailure ? error.correlationId : undefined
  return {
    name: name.slice(0, 100),
    message: redact(message).slice(0, 500),
    ...(stack ? { stack: redact(stack).slice(0, 4000) } : {}),
    route: redact(route).slice(0, 200),
    ...(correlationId ? { correlationId } : {}),
  }
}

/** Limit per page load, so that a failure in a loop does not flood the service. */
const MAX_REPORTS = 20
const reportedMessages = new Set<string>()

const browserEnvironment: ReportingEnvironment = {
  send: body => call(reportError, { body }, { keepalive: true }),
  log: (...parts) => console.error(...parts),
  route: () => location.pathname,
}

/** Aborted and cancelled: by name, because the code of a cancelled call is loaded on demand. */
const EXPECTED_NAMES = ['AbortError', 'CancelledError', 'CancelledCall']

function isExpected(error: unknown): boolean {
  // A bulk call fails for the reason of its last call.
  if (error instanceof BulkFailure) return isExpected(error.cause)
  if (error instanceof HttpFailure) return [0, 401, 404, 409, 429].includes(error.status)
  if (error instanceof LoadFailure) return error.reason !== 'failed'
  return error instanceof Error && EXPECTED_NAMES.includes(error.name)
}
