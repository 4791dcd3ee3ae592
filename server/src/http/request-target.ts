import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** 'absolute-form' of a target without user information, which is an error in it (RFC 9110, 4.2.4). */
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#@]+)((?:[/?#].*)?)$/is

/**
 * Returns the path and query of a request's target. An absolute one has the host of the request, whatever the header
 * says (RFC 9112, 3.2.2): it replaces the header, so that all that reads either of them sees one host and one path.
 */
export function readRequestTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const target = request.url!
  if (target.startsWith('/')) return target
  const [, host, rest] = ABSOLUTE_TARGET.exec(target) ?? []
  if (host === undefined || rest === undefined) return target
  request.headers.host = host
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Refuses requests that two readers may understand differently (400; RFC 9112, 3.2): an address with a fragment, since
 * the router ends the path at '#' and takes the rest as the query; a target that is no path; not exactly one Host header,
 * since Node takes the first one.
 */
export function refuseAmbiguousTargets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, raw }, _reply, done) => {
    const message = findProblem(url, raw)
    done(message === null ? undefined : new Failure('bad-request', message))
  })
}

function findProblem(target: string, { rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (target.includes('#')) return 'An address must not contain a fragment'
  if (!target.startsWith('/') && target !== '*') return 'The target must be a path or an address by HTTP'
  const hosts = countHosts(rawHeaders)
  if (hosts > 1) return 'A request must not have several Host headers'
  // HTTP/1.0 knows requests without one.
  if (hosts === 0 && httpVersion === '1.1') return 'A request must have a Host header'
  return null
}

/** Headers are pairs of names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  return count
}
