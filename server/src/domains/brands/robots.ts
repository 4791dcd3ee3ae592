import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandOfHost, environmentOfHost } from '#brands/index.ts'
import { hostOf } from './brand-of-request.ts'

/**
 * Search engines index the root path of a production host and nothing else (AA-034). The header does it; robots.txt
 * leaves production open, because a page that may not be fetched never shows its header.
 */
export function serveRobots(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!mayBeIndexed(request)) reply.header('x-robots-tag', 'noindex')
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
  const host = hostOf(request)
  return brandOfHost(host) !== undefined && environmentOfHost(host) === 'production'
}
