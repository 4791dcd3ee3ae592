import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'
import { PROBES } from './health.ts'
import { toInfrastructureFailure } from './infrastructure-failure.ts'

/** The errors of requests that are not answered yet. */
const errors = new WeakMap<IncomingMessage, unknown>()

/** Records why a request fails, for its line in the log. */
export const recordFailure = (request: IncomingMessage, error: unknown): void => {
  errors.set(request, error)
}

/**
 * Logs each request with one line, by the pattern of its route and never by its address, because addresses contain
 * signatures; an answer of 500 or above as an error with its reason.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    const { statusCode: status, elapsedTime } = reply
    // Probes fail while the process is not ready: only an unexpected error is worth a line.
    if (!PROBES.has(route ?? '') || status === 500) {
      const fields = { method, route, status, ms: Math.round(elapsedTime) }
      if (status < 500) request.log.info(fields, 'request')
      else request.log.error({ ...fields, ...describeError(errors.get(request.raw)) }, 'request failed')
    }
    done()
  })
}

/** Fields of an error; without a stack where the cause is outside of this process, as it is for many requests then. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return {}
  if (!(error instanceof Failure) && !toInfrastructureFailure(error)) return { err: error }
  const { code, message, name } = getRootCause(error) as Error & { code?: string }
  return { reason: `${typeof code === 'string' ? code : name}: ${message}` }
}

/** The blob store wraps the errors of the system and the network. */
function getRootCause(error: Error): Error {
  return error.cause instanceof Error ? getRootCause(error.cause) : error
}
