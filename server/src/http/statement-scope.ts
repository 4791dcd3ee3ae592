import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInStatementScope, type StatementScope } from '../platform/db/statement-scope.ts'
import type { StatementClass } from '../platform/time-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits of the route's statements; by default those of reads for GET and HEAD, else of writes. */
    statementClass?: StatementClass
  }
}

/**
 * Gives the statements of a request the limits of their class, and the route its share of the connections. Must be
 * called before routes are added.
 */
export function limitStatements(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    runInStatementScope(getScope(request), done)
  })
  // Again, because a body is parsed in the context of its connection.
  app.addHook('onRoute', options => {
    const { handler } = options
    options.handler = function (request, reply) {
      return runInStatementScope(getScope(request), () => handler.call(this, request, reply))
    }
  })
}

const READING_METHODS = new Set(['GET', 'HEAD'])

const getScope = ({ method, routeOptions }: FastifyRequest): StatementScope => ({
  statementClass: routeOptions.config.statementClass ?? (READING_METHODS.has(method) ? 'read' : 'write'),
  group: `${method} ${routeOptions.url}`,
})
