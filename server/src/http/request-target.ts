import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses an address with a fragment (400), which a request never has (RFC 9112, 3.2): the router ends the path at '#'
 * and takes the rest as the query, so that checks of the address would see another path and query.
 */
export function refuseFragments(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.includes('#')) done(new Failure('bad-request', 'An address must not contain a fragment'))
    else done()
  })
}
