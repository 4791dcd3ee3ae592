import { reportError } from '#contract/reports.ts'
import { call } from '../http/call.ts'
import { AnswerFailure, HttpFailure } from '../http/http-failure.ts'

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
 * Reports a failure that nobody expected (OP-89, AA-117): logged with its correlation id and sent, once per message.
 * Not reported: what people or circumstances cause (no network, 401, 404, 409, 429, aborted calls).
 */
export function reportFailure(error: unknown, world: ReportingEnvironment = page): void {
  if (isExpected(error)) return
  const report = reportOf(error, world.route())
  world.log(report.name, report.message, report.correlationId ?? '')
  if (seen.size >= MOST || seen.has(report.name + report.message)) return
  seen.add(report.name + report.message)
  world.send(report).catch(failure => {
    // The reporter's own failure must not be reported: that would go round.
    world.log('Report not sent', String(failure))
  })
}

/** Reports what falls through everything else: errors in handlers and rejections nobody waits for. */
export function reportUncaught(target: Window = window): void {
  target.addEventListener('error', event => {
    // A notice, not an error: what was not delivered in this frame comes with the next one.
    if (!event.message.startsWith('ResizeObserver loop')) reportFailure(event.error ?? event.message)
  })
  target.addEventListener('unhandledrejection', event => reportFailure(event.reason))
}

/** What a report says: no query strings, e-mail addresses or ids of things. */
export function reportOf(error: unknown, route: string): Report {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' }
  const correlationId =
    error instanceof HttpFailure || error instanceof AnswerFailure ? error.correlationId : undefined
  return {
    name: name.slice(0, 100),
    message: withoutPersonal(message).slice(0, 500),
    ...(stack ? { stack: withoutPersonal(stack).slice(0, 4000) } : {}),
    route: withoutPersonal(route).slice(0, 200),
    ...(correlationId ? { correlationId } : {}),
  }
}

/** A page that goes wrong in a loop must not flood the service. */
const MOST = 20
const seen = new Set<string>()

const page: ReportingEnvironment = {
  send: body => call(reportError, { body }, { keepalive: true }),
  log: (...parts) => console.error(...parts),
  route: () => location.pathname,
}

function isExpected(error: unknown) {
  if (error instanceof HttpFailure) return [0, 401, 404, 409, 429].includes(error.status)
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError')
}

function withoutPersonal(text: string) {
  return text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '{email}')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '{id}')
    .replace(/\?[^\s:)]*/g, '')
}
