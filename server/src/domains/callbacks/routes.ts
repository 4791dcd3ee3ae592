import { millisecondsInDay } from 'date-fns/constants'
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
import { renderXmlSchema1 } from './payload/xml-schema.ts'
import { renderXmlSchema2 } from './payload/xml-schema-2.ts'
import { presentEndpoint, presentEvent } from './present.ts'
import { endSecret, replaceSecret } from './replace-secret.ts'
import { requestReplay, requestTest } from './requests.ts'
import { setEventSettings } from './settings.ts'
import { listSigningSecrets } from './signing-secrets.ts'
import { hasFailedSince } from './store/log.ts'

export const callbackRoutes: readonly Route[] = [
  route(contract.getCallbacks, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.putCallbackSettings, async ({ ctx, caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    await setEventSettings(ctx, caller.accountId, body)
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.createSecret, async ({ ctx, caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    const { secret, previousValidUntil } = await replaceSecret(ctx, caller, body)
    return { secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
  }),
  route(contract.endSecret, ({ ctx, caller, params }) => endSecret(ctx, caller.accountId, params.id)),
  route(contract.getCallbackEvents, ({ ctx, caller, query }) => readLog(ctx, caller.accountId, query)),
  route(contract.getCallbackEvent, ({ ctx, caller, params }) => readEvent(ctx, caller.accountId, params.id)),
  route(contract.replayCallbackEvent, async ({ ctx, caller, params }) =>
    presentEvent(await requestReplay(ctx, caller.accountId, params.id)),
  ),
  route(contract.sendTest, async ({ ctx, caller }) =>
    presentEvent({ event: await requestTest(ctx, caller.accountId), attempts: 0, lastAttempt: undefined }),
  ),
]

/** Publishes the schemas of callbacks in XML, by version; their addresses are part of the documentation. */
export function serveXmlSchemas(app: FastifyInstance): void {
  const schemas = { 'callback.xsd': renderXmlSchema1(), 'callback-2.xsd': renderXmlSchema2() }
  for (const [name, schema] of Object.entries(schemas))
    app.get(`${SERVICES.callbacks}/${name}`, { config: { policy: 'public' } }, async (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(schema),
    )
}

async function readCallbacks(ctx: Context, accountId: string): Promise<contract.Callbacks> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) throw notFound('Customer')
  const endpoint = await change(ctx, async tx => {
    const row = await findEndpoint(ctx, tx, customer)
    if (!row) return null
    return presentEndpoint(row, {
      problem: findAddressProblem(ctx, customer),
      secrets: await listSigningSecrets(ctx, tx.db, accountId),
      hasRecentFailures: await hasFailedSince(
        tx.db,
        accountId,
        new Date(ctx.clock.now().getTime() - millisecondsInDay),
      ),
    })
  })
  return { endpoint }
}
