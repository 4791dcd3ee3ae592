import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  getStatementScope,
  runInStatementScope,
  type StatementScope,
} from '../platform/db/statement-scope.ts'
import type { StatementClass } from '../platform/time-limits.ts'
import { describeActor } from './describe-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits of the route's statements; by default those of reads for GET and HEAD, else of writes. */
    statementClass?: StatementClass
  }
  interface FastifyRequest {
    /** What its statements belong to, and who acts. */
    statementScope: StatementScope
  }
}

/**
 * Gives the statements of a request the limits of their class, and the route its share of the connections. Must be
 * called before routes are added.
 */
export function limitStatements(app: FastifyInstance): void {
  app.decorateRequest('statementScope')
  app.addHook('onRequest', (request, _reply, done) => {
    request.statementScope = createScope(request)
    runInStatementScope(request.statementScope, done)
  })
  // Again where a body was parsed, which happens in the context of its connection.
  app.addHook('onRoute', options => {
    const { handler } = options
    options.handler = function (request, reply) {
      const { statementScope } = request
      if (getStatementScope() === statementScope) return handler.call(this, request, reply)
      return runInStatementScope(statementScope, () => handler.call(this, request, reply))
    }
  })
}

function createScope(request: FastifyRequest): StatementScope {
  const { method, routeOptions } = request
  const { url, config } = routeOptions
  return {
    statementClass: config.statementClass ?? (READING_METHODS.has(method) ? 'read' : 'write'),
    group: `${method} ${url}`,
    getActor: () => describeActor(request),
  }
}

const READING_METHODS = new Set(['GET', 'HEAD'])
