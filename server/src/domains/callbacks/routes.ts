import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/callbacks.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { requireRecentSignIn } from '../../http/step-up.ts'
import { changeDetails } from '../customers/index.ts'
import { enable } from './endpoint.ts'
import { toEndpointId } from './endpoint-id.ts'
import { addEndpoint, changeEndpoint, removeEndpoint } from './endpoints.ts'
import { renderXmlSchema1, renderXmlSchema2 } from './payload/xml-schema.ts'
import { readEndpoints } from './read-endpoints.ts'
import { readEvent, readEvents } from './read-events.ts'
import { recover } from './recover-endpoint.ts'
import { endSecret, replaceSecret } from './replace-secret.ts'
import { requestReplay, requestTest } from './requests.ts'

export const callbackRoutes: readonly Route[] = [
  route(contract.getCallbacks, async ({ ctx, caller }) => {
    const endpoints = await readEndpoints(ctx, caller.accountId)
    return { endpoint: endpoints.find(({ id }) => id === 'default') ?? null, endpoints }
  }),
  route(contract.postEndpoint, async ({ ctx, caller, body }) =>
    readEndpoint(ctx, caller.accountId, await addEndpoint(ctx, caller, body)),
  ),
  route(contract.patchEndpoint, async call => {
    const { ctx, caller, params, body } = call
    const isOfRecord = params.id === 'default'
    const { url, format, ...settings } = body
    if (isOfRecord && (url !== undefined || format !== undefined))
      await changeRecord(call, {
        ...(url !== undefined && { callbackUrl: url }),
        ...(format !== undefined && { callbackFormat: format }),
      })
    else if (url !== undefined) await requireRecentSignIn(call)
    await changeEndpoint(ctx, caller, toEndpointId(caller.accountId, params.id), isOfRecord ? settings : body)
    return readEndpoint(ctx, caller.accountId, params.id)
  }),
  route(contract.deleteEndpoint, async call => {
    const { ctx, caller, params } = call
    if (params.id === 'default') await changeRecord(call, { callbackUrl: '' })
    else await removeEndpoint(ctx, caller.accountId, toEndpointId(caller.accountId, params.id))
  }),
  route(contract.enableEndpoint, async ({ ctx, caller, params }) => {
    await enable(ctx, caller, toEndpointId(caller.accountId, params.id))
    return readEndpoint(ctx, caller.accountId, params.id)
  }),
  route(contract.recoverEndpoint, ({ ctx, caller: { accountId }, params, body }) =>
    recover(ctx, { accountId, endpointId: toEndpointId(accountId, params.id) }, body),
  ),
  route(contract.createSecret, async ({ ctx, caller, body, query }) => {
    const endpointId = toEndpointId(caller.accountId, query.endpoint)
    const { secret, previousValidUntil } = await replaceSecret(ctx, caller, { ...body, endpointId })
    return { secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
  }),
  route(contract.endSecret, ({ ctx, caller, params }) => endSecret(ctx, caller.accountId, params.id)),
  route(contract.getCallbackEvents, ({ ctx, caller, query }) => readEvents(ctx, caller.accountId, query)),
  route(contract.getCallbackEvent, ({ ctx, caller, params }) => readEvent(ctx, caller.accountId, params.id)),
  route(contract.replayCallbackEvent, async ({ ctx, caller: { accountId }, params, query }) => {
    const endpointId = toEndpointId(accountId, query.endpoint)
    await requestReplay(ctx, accountId, { eventId: params.id, endpointId })
    return readEvent(ctx, accountId, params.id)
  }),
  route(contract.sendTest, async ({ ctx, caller: { accountId }, query }) => {
    const eventId = await requestTest(ctx, accountId, toEndpointId(accountId, query.endpoint))
    return readEvent(ctx, accountId, eventId)
  }),
]

/** Changes the address or format in the customer's record, with its conditions. */
const changeRecord = (
  call: Call<typeof contract.patchEndpoint | typeof contract.deleteEndpoint>,
  ftp: { callbackUrl?: string; callbackFormat?: 'JSON' | 'XML' },
) =>
  changeDetails(
    call.ctx,
    call.caller,
    { ftp },
    { request: null, requireRecentSignIn: () => requireRecentSignIn(call) },
  )

async function readEndpoint(ctx: Context, accountId: string, id: string): Promise<contract.CallbackEndpoint> {
  const endpoints = await readEndpoints(ctx, accountId)
  return requireFound(
    endpoints.find(each => each.id === id),
    'Endpoint',
  )
}

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
