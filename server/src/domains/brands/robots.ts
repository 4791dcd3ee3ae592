import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBrandByHost, getEnvironmentByHost } from '#brands/index.ts'
import { getRequestHost } from './brand-of-request.ts'

/**
 * Allows search engines to index only the root path of production hosts (AA-034), by a header. robots.txt must allow
 * everything in production, because crawlers never see the header of a page that they may not fetch.
 */
export function serveRobots(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!mayBeIndexed(request)) reply.header('x-robots-tag', 'noindex')
    done()
  })
  app.get('/robots.txt', { config: { policy: 'public' } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return `User-agent: *\n${isProduction(request) ? 'Allow: /' : 'Disallow: /'}\n`
  })
}

function mayBeIndexed(request: FastifyRequest): boolean {
  return isProduction(request) && /^\/(\?|$)/.test(request.raw.url ?? '')
}

function isProduction(request: FastifyRequest): boolean {
  const host = getRequestHost(request)
  return findBrandByHost(host) !== undefined && getEnvironmentByHost(host) === 'production'
}
