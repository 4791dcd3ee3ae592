import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyInstance } from 'fastify'
import type { CallbackEventType, CallbackVersion } from '#contract/callback-payload.ts'
import type { CallbackProblem, Callbacks } from '#contract/callbacks.ts'
import * as contract from '#contract/callbacks.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { findAddressProblem } from './delivery/target.ts'
import { enable, getLockedEndpoint, lockEndpoints } from './endpoint.ts'
import { toEndpointId } from './endpoint-id.ts'
import { renderXmlSchema1, renderXmlSchema2 } from './payload/xml-schema.ts'
import { readEvent, readEvents } from './read-events.ts'
import { endSecret, replaceSecret } from './replace-secret.ts'
import { requestReplay, requestTest } from './requests.ts'
import { presentSecret } from './signing-secrets.ts'
import { type CallbacksRow, updateCallbacks } from './store/callbacks.ts'
import { hasFailedSince } from './store/deliveries.ts'
import { listSecrets, type SigningSecret } from './store/secrets.ts'

export const callbackRoutes: readonly Route[] = [
  route(contract.getCallbacks, ({ ctx, caller }) => readCallbacks(ctx, caller.accountId)),
  route(contract.putCallbackSettings, async ({ ctx, caller, body }) => {
    await setEventSettings(ctx, caller.accountId, body)
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.enableEndpoint, async ({ ctx, caller, params }) => {
    await enable(ctx, caller, toEndpointId(caller.accountId, params.id))
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.createSecret, async ({ ctx, caller, body }) => {
    const { secret, previousValidUntil } = await replaceSecret(ctx, caller, body)
    return { secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
  }),
  route(contract.endSecret, ({ ctx, caller, params }) => endSecret(ctx, caller.accountId, params.id)),
  route(contract.getCallbackEvents, ({ ctx, caller, query }) => readEvents(ctx, caller.accountId, query)),
  route(contract.getCallbackEvent, ({ ctx, caller, params }) => readEvent(ctx, caller.accountId, params.id)),
  route(contract.replayCallbackEvent, async ({ ctx, caller: { accountId }, params }) => {
    await requestReplay(ctx, accountId, params.id)
    return readEvent(ctx, accountId, params.id)
  }),
  route(contract.sendTest, async ({ ctx, caller: { accountId } }) =>
    readEvent(ctx, accountId, await requestTest(ctx, accountId)),
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
  const customer = requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
  const endpoint = await change(ctx, async tx => {
    const [row] = await lockEndpoints(ctx, tx, customer)
    if (!row) return null
    return presentEndpoint(row, {
      problem: findAddressProblem(ctx, customer, customer.callback_url ?? ''),
      secrets: await listSecrets(tx.db, [row.endpoint_id], ctx.clock.now()),
      hasRecentFailures: await hasFailedSince(
        tx.db,
        row,
        new Date(ctx.clock.now().getTime() - millisecondsInDay),
      ),
    })
  })
  return { endpoint }
}

/**
 * Sets the version of later events and the types that are told; null: all, also those of later releases. Events from before
 * keep their version. Throws conflict for a blocked account, not-found without an address.
 */
async function setEventSettings(
  ctx: Context,
  accountId: string,
  { version, events }: { version: CallbackVersion; events: readonly CallbackEventType[] | null },
): Promise<void> {
  await change(ctx, async tx => {
    await getLockedEndpoint(ctx, tx, accountId)
    await updateCallbacks(tx, accountId, {
      version,
      events: events && JSON.stringify([...new Set(events)]),
    })
  })
}

/** Presents the endpoint. `problem`: why the address cannot be called. `secrets`: those that sign, the newest first. */
function presentEndpoint(
  row: CallbacksRow,
  {
    problem,
    secrets,
    hasRecentFailures,
  }: { problem: CallbackProblem | null; secrets: readonly SigningSecret[]; hasRecentFailures: boolean },
): NonNullable<Callbacks['endpoint']> {
  return {
    state: row.state,
    offReason: row.off_reason,
    offAt: row.off_at?.toISOString() ?? null,
    offBy: row.off_device,
    problem,
    version: row.version,
    events: row.events,
    hasRecentFailures,
    secrets: secrets.map(secret => ({ ...presentSecret(secret), shown: secret.shown })),
  }
}
