import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { RetailerAnswer, RetailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { type Shop, SLOW_MS } from '../context.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { isEqualText } from '../visitor.ts'

/** Base path of Keepsake's calls to the shop. */
export const KEEPSAKE_CALLS = '/keepsake'

/** Thrown by a handler: 404 without a reason, else 409 with it. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly reason: string | undefined

  constructor(reason?: string) {
    super(reason ?? 'not found')
    this.reason = reason
  }
}

/**
 * Mounts the handler of a call of Keepsake: 401 without the token (SHOP_TOKEN), 400 for input that the contract does
 * not allow, 503 while Keepsake itself cannot be reached. The call is not served without a configured token. Back office can have
 * all calls answered otherwise.
 */
export function answerCall<C extends RetailerCall>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  handle: (input: {
    params: z.output<C['params']>
    body: z.output<C['body']>
  }) => Promise<z.input<C['answer']> extends undefined ? void : RetailerAnswer<C>>,
): void {
  const { keepsakeCallsToken: token } = shop.config
  if (token === null) return
  app.route({
    method: call.method,
    url: KEEPSAKE_CALLS + call.path,
    handler: async (request, reply) => {
      if (!isEqualText(`Bearer ${token}`, request.headers.authorization ?? '')) return reply.code(401).send()
      const params = call.params.safeParse(isEmpty(call.params) ? undefined : request.params)
      const body = call.body.safeParse(isEmpty(call.body) ? undefined : request.body)
      if (!params.success || !body.success) return reply.code(400).send()
      const { behaviour } = shop.calls
      if (behaviour === 'refuse') return reply.code(409).send({ reason: 'other' })
      if (behaviour === 'unavailable') return reply.code(503).send()
      try {
        const answer = await handle({ params: params.data, body: body.data } as never)
        if (behaviour === 'slow') await sleep(SLOW_MS, undefined, { ref: false })
        if (behaviour === 'not-json') return reply.code(call.status).type('text/html').send('<h1>OK</h1>')
        return reply.code(call.status).send(call.answer.parse(answer))
      } catch (error) {
        if (error instanceof CallRefused)
          return error.reason ? reply.code(409).send({ reason: error.reason }) : reply.code(404).send()
        if (!(error instanceof KeepsakeError)) throw error
        shop.log.warn({ err: error, call: `${call.method} ${call.path}` }, 'Keepsake cannot be reached')
        return reply.code(503).send()
      }
    },
  })
}

const isEmpty = (schema: RetailerCall['params']) => schema.type === 'undefined'
