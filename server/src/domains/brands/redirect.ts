import type { FastifyInstance } from 'fastify'
import { redirectOf } from '#brands/index.ts'
import { hostOf } from './brand-of-request.ts'

/** Sends signpost hosts on for good, path and query kept (AA-032, OP-55). 308, so that a call keeps its method. */
export function redirectHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request)
    const target = redirectOf(host)
    if (!target) return
    const port = /:\d+$/.exec(host)?.[0] ?? ''
    // A path that starts with two slashes stays a path: the target's origin stands before it.
    return reply.redirect(`${request.protocol}://${target}${port}${request.raw.url ?? '/'}`, 308)
  })
}
