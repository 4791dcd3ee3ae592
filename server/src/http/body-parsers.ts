import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Registers the parsers of bodies: JSON, and 415 for all other types. An empty body counts as none, whatever its type;
 * calls without a body ignore a sent one (RFC 9110, 9.3).
 */
export function registerBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isIgnored(request, body)) done(null)
    else parseJson(request, body, done)
  })
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
    if (isIgnored(request, body)) done(null)
    else done(new Failure('unsupported-type', 'The body must be application/json'))
  })
}

const isIgnored = (request: FastifyRequest, body: string) =>
  body === '' || request.routeOptions.config.ignoresBody === true
