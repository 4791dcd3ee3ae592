import type { AddressInfo } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { answerConnectionErrors } from './connection-errors.ts'
import { registerErrorHandler } from './error-handler.ts'
import { mountHealth } from './health.ts'
import { logRequests } from './request-log.ts'
import { trackRunningAnswers } from './running-answers.ts'

export interface ManagementServer {
  port: number
  close(): Promise<void>
}

/** Serves health, readiness and metrics on a separate port, in every role. `notReady`: see mountHealth. */
export async function startManagementServer(
  ctx: Context,
  { port, host }: { port: number; host: string },
  notReady: () => string | null,
): Promise<ManagementServer> {
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    return503OnClosing: false,
  })
  answerConnectionErrors(app.server, ctx, trackRunningAnswers(app.server))
  registerErrorHandler(app)
  logRequests(app)
  mountHealth(app, ctx, notReady)
  await app.listen({ port, host })
  return {
    port: (app.server.address() as AddressInfo).port,
    close: () => app.close(),
  }
}
