import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/callbacks.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { findAddressProblem } from './delivery/target.ts'
import { findEndpoint } from './endpoint.ts'
import { readEvent, readLog } from './log.ts'
import { renderXmlSchema } from './payload/xml-schema.ts'
import { presentEndpoint, presentEvent } from './present.ts'
import { replaceSecret, requestReplay, requestTest } from './requests.ts'

export const callbackRoutes: readonly Route[] = [
  route(contract.getCallbacks, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.createSecret, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    const { secret, previousValidUntil } = await replaceSecret(ctx, caller.accountId)
    return { secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
  }),
  route(contract.getCallbackEvents, ({ ctx, caller, query }) => readLog(ctx, caller.accountId, query)),
  route(contract.getCallbackEvent, ({ ctx, caller, params }) => readEvent(ctx, caller.accountId, params.id)),
  route(contract.replayCallbackEvent, async ({ ctx, caller, params }) =>
    presentEvent(await requestReplay(ctx, caller.accountId, params.id)),
  ),
  route(contract.sendTest, async ({ ctx, caller }) =>
    presentEvent({ event: await requestTest(ctx, caller.accountId), attempts: 0, lastAttempt: undefined }),
  ),
]

/** Publishes the schema of callbacks in XML; its address is part of their documentation. */
export function serveXmlSchema(app: FastifyInstance): void {
  const schema = renderXmlSchema()
  app.get(`${SERVICES.callbacks}/callback.xsd`, { config: { policy: 'public' } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(schema),
  )
}

async function readCallbacks(ctx: Context, accountId: string): Promise<contract.Callbacks> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) throw notFound('Customer')
  const row = await change(ctx, tx => findEndpoint(ctx, tx, customer))
  return { endpoint: row ? presentEndpoint(row, findAddressProblem(ctx, customer), ctx.clock.now()) : null }
}
