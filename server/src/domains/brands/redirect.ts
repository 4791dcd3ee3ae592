import type { FastifyInstance } from 'fastify'
import { findHostRedirect } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { getScheme } from '#server/http/origin.ts'
import { getRequestHost } from './brand-of-request.ts'

/** Redirects alias hosts permanently, with path and query (AA-032, OP-55). 308, so that the method is preserved. */
export function redirectHosts(app: FastifyInstance, { config }: Context): void {
  const scheme = getScheme(config)
  app.addHook('onRequest', (request, reply, done) => {
    const host = getRequestHost(request)
    const target = findHostRedirect(host)
    if (!target) return done()
    const port = /:\d+$/.exec(host)?.[0] ?? ''
    // The target's origin is prepended, so that a path that starts with two slashes cannot become another host.
    reply.redirect(`${scheme}://${target}${port}${request.raw.url ?? '/'}`, 308)
  })
}
