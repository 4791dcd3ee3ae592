import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { describeSubject } from './call-path.ts'
import { Failure } from './failure.ts'
import { PROBES } from './health.ts'
import { toInfrastructureFailure } from './infrastructure-failure.ts'

/** The errors by the response, because the identity provider may read a copy of the request. */
const errors = new WeakMap<ServerResponse, unknown>()

/** Records why a request fails, for its line in the log. */
export const recordFailure = (response: ServerResponse, error: unknown): void => {
  errors.set(response, error)
}

/**
 * Logs each request with one line, by the pattern of its route and never by its address, because addresses contain
 * signatures, with the id of its account and its order or invoice; an answer of 500 or above as an error with its reason.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    const { statusCode: status, elapsedTime } = reply
    // Probes fail while the process is not ready: only an unexpected error is worth a line.
    if (!PROBES.has(route ?? '') || status === 500) {
      const account = request.caller?.accountId ?? request.uploadSession?.accountId
      const subject = describeSubject(request)
      const fields = { method, route, status, ms: Math.round(elapsedTime), account, subject }
      if (status < 500) request.log.info(fields, 'request')
      else request.log.error({ ...fields, ...describeError(errors.get(reply.raw)) }, 'request failed')
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
