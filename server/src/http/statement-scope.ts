import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  getStatementScope,
  runInStatementScope,
  type StatementScope,
} from '../platform/db/statement-scope.ts'
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
  const scopes = new Map<string, StatementScope>()
  /** One for all requests of a route. */
  const getScope = ({ method, routeOptions: { url, config } }: FastifyRequest): StatementScope => {
    const group = `${method} ${url}`
    let scope = scopes.get(group)
    if (!scope) {
      const statementClass = config.statementClass ?? (READING_METHODS.has(method) ? 'read' : 'write')
      scope = { statementClass, group }
      scopes.set(group, scope)
    }
    return scope
  }
  app.addHook('onRequest', (request, _reply, done) => {
    runInStatementScope(getScope(request), done)
  })
  // Again where a body was parsed, which happens in the context of its connection.
  app.addHook('onRoute', options => {
    const { handler } = options
    options.handler = function (request, reply) {
      const scope = getScope(request)
      if (getStatementScope() === scope) return handler.call(this, request, reply)
      return runInStatementScope(scope, () => handler.call(this, request, reply))
    }
  })
}

const READING_METHODS = new Set(['GET', 'HEAD'])
