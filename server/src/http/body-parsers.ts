import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { decodeBody, parseForm, requireBoundedJson, requireStorable } from './decode-body.ts'
import { Failure } from './failure.ts'
import { LARGE_BODY_BYTES } from './limit-large-bodies.ts'
import { getClientKey } from './request-limit.ts'
import { runInTurn } from './run-in-turn.ts'

/**
 * Registers the parsers of bodies: bounded JSON in UTF-8 without text that cannot be stored, and 415 for all other types. An
 * empty body counts as none, whatever its type; calls without a body ignore a sent one (RFC 9110, 9.3).
 */
export function registerBodyParsers(app: FastifyInstance, ctx: Context): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const parse = (request: FastifyRequest, body: Buffer): unknown => {
    requireBoundedJson(body)
    const text = decodeBody(request, body)
    let result: { error: Error | null; json?: unknown } = { error: null }
    // Synchronous; errors that its callback throws would count as invalid JSON.
    parseJson(request, text, (error, json) => {
      result = { error, json }
    })
    // Only an escape can name such a character: UTF-8 has no surrogates, and JSON no control characters.
    if (!result.error && UNSTORABLE_ESCAPE.test(text)) requireStorable(result.json)
    if (result.error) throw result.error
    return result.json
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isIgnored(request, body)) return done(null)
    if (body.length <= LARGE_BODY_BYTES) return done(null, parse(request, body))
    const parsed = runInTurn(ctx, getClientKey(request), async () => parse(request, body))
    parsed.then(json => done(null, json), done)
  })
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (isIgnored(request, body)) done(null)
    else done(new Failure('unsupported-type', 'The body must be application/json'))
  })
}

/** Adds the parser of forms of at most `bodyLimit` bytes to a scope. */
export function registerFormParser(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit },
    (request, body, done) => done(null, parseForm(decodeBody(request, body))),
  )
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

const isIgnored = (request: FastifyRequest, body: Buffer) =>
  body.length === 0 || request.routeOptions.config.ignoresBody === true
