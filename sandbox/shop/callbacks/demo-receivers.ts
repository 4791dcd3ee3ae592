import type { FastifyInstance } from 'fastify'
import { putDemoReceiver } from '#sandbox/demo-calls/receivers.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { createReceiver, RECEIVER_NAME, SIGNING_SECRET } from './receivers.ts'

/** Answers the demo's call that gives a receiver the secret of the demo's business. */
export function mountDemoReceivers(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, putDemoReceiver, async ({ params, body }) => {
    if (!RECEIVER_NAME.test(params.name) || !SIGNING_SECRET.test(body.secret)) throw new CallRefused()
    const { receivers } = shop
    await receivers.add(createReceiver(params.name))
    await receivers.change(params.name, before => ({ ...before, secret: body.secret }))
  })
}
