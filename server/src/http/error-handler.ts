import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import { CORRELATION_HEADER, ERRORS, type ErrorAnswer, type ErrorCode } from '#contract/errors.ts'
import { createBearerChallenge } from './bearer-token.ts'
import { Failure } from './failure.ts'
import { toInfrastructureFailure } from './infrastructure-failure.ts'
import { recordFailure } from './request-log.ts'
import { renderUnavailablePage, UNAVAILABLE_PAGE_HEADERS } from './unavailable-page.ts'

/**
 * Registers the error handler: a Failure is sent unchanged; any other error is answered without details. The log has
 * the reason (request-log.ts).
 */
export function registerErrorHandler(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/[.()]/g, '\\$&').replace(/:[^/.]+/g, '[^/]+')}/?$`)
    for (const each of [method].flat()) routes.push({ method: each, pattern })
  })
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowedMethods = routes.filter(each => each.pattern.test(path)).map(each => each.method)
    if (allowedMethods.length > 0 && !allowedMethods.includes(request.method)) {
      reply.header('allow', [...new Set(allowedMethods)].join(', '))
      return send(request, reply, new Failure('method-not-allowed', 'This address does not know that method'))
    }
    return send(request, reply, new Failure('not-found', 'There is nothing at this address'))
  })
}

/** Sends any error in the common shape; also for requests that fail before routing (a malformed address). */
export function replyWithError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = error instanceof Failure ? error : toFailure(error)
  recordFailure(reply.raw, error)
  return send(request, reply, failure ?? new Failure('unexpected', 'Something went wrong'))
}

function send(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const isChallenged = failure.status === 401 || failure.code === 'insufficient-scope'
  if (isChallenged && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', createBearerChallenge(request, failure.code))
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  reply.code(failure.status).header(CORRELATION_HEADER, request.id)
  if (failure.code === 'unavailable' && isPageRequest(request)) {
    return reply
      .headers(UNAVAILABLE_PAGE_HEADERS)
      .send(renderUnavailablePage(findBrandByHost(request.host), request.id))
  }
  const answer: ErrorAnswer = {
    code: failure.code,
    message: failure.message,
    correlationId: request.id,
    ...(failure.fields ? { fields: failure.fields } : {}),
    ...(failure.reason ? { reason: failure.reason } : {}),
    ...(failure.reference ? { reference: failure.reference } : {}),
    ...(failure.attemptsLeft === undefined ? {} : { attemptsLeft: failure.attemptsLeft }),
    ...(failure.problems && { problems: [...failure.problems] }),
  }
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(answer))
}

/** Whether a browser shows the answer; calls of pages accept JSON or anything. */
const isPageRequest = ({ headers }: FastifyRequest) => /text\/html/.test(headers.accept ?? '')

const CODE_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'bad-request',
  415: 'unsupported-type',
  429: 'too-many-requests',
}

function toFailure(error: FastifyError): Failure | null {
  const failure = toInfrastructureFailure(error)
  if (failure) return failure
  const code = error.code?.startsWith('FST_') ? CODE_BY_STATUS[error.statusCode ?? 0] : undefined
  return code && code in ERRORS ? new Failure(code, error.message) : null
}
