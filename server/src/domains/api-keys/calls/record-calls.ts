import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { describeRequest } from '../../identity/index.ts'
import type { KnownKey } from '../key-cache.ts'
import { addCall, flushCalls, startFlushing } from './call-buffer.ts'

/** The keys of running requests. */
const keys = new WeakMap<FastifyRequest, KnownKey>()

/** Notes whose key a request has, also where the key is refused; its call is recorded when it is answered. */
export const recordKeyOfRequest = (request: FastifyRequest, key: KnownKey): void => {
  keys.set(request, key)
}

/**
 * Records the calls of keys for their owners (NX-346): after their answers and in batches, because the embedded database
 * has one connection. A process that dies loses the calls of its last seconds.
 */
export function recordCalls(app: FastifyInstance, ctx: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    const key = keys.get(request)
    if (key) addCall(ctx, { key, ...describeCall(ctx, request, reply) })
    done()
  })
  const flushing = startFlushing(ctx)
  app.addHook('onClose', async () => {
    await flushing.stop()
    await flushCalls(ctx)
  })
}

/** A longer path is of no route. */
const PATH_MAX = 300

const describeCall = ({ clock }: Context, request: FastifyRequest, reply: FastifyReply) => ({
  calledAt: clock.now(),
  method: request.method,
  path: request.url.split('?')[0]!.slice(0, PATH_MAX),
  status: reply.statusCode,
  network: describeRequest(request).network,
  isAccepted: request.caller !== null,
})
