import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { readRefusal, recordRefusal } from './refusals.ts'
import { recordLastUse } from './tokens/last-use.ts'

/** Records the last use of tokens, and refusals, after the answers, so that no call waits for it. */
export function recordAfterResponse(app: FastifyInstance, ctx: Context): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    readRefusal(request, reply, payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    done()
    const { service } = request
    if (!service) return
    Promise.all([recordLastUse(ctx, service), recordRefusal(ctx, request)]).catch(error =>
      ctx.log.warn({ err: error, service: service.name }, 'a call of a service was not recorded'),
    )
  })
}
