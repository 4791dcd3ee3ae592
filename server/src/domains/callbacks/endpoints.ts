import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CallbackEventType, CallbackVersion } from '#contract/callback-payload.ts'
import { ENDPOINTS_MAX, TOO_MANY_ENDPOINTS } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { deleteRows, insertRows } from '../../platform/db/rows.ts'
import { lockCustomer } from '../customers/index.ts'
import { type AccessAuthor, lockForNewAccess } from '../identity/index.ts'
import { failWaitingDeliveries } from './disable-endpoint.ts'
import {
  DISABLED,
  getLockedEndpoint,
  lockEndpoints,
  recordEndpoint,
  recordNewAddress,
  requireCallableAddress,
} from './endpoint.ts'
import { createSigningSecret } from './signing-secrets.ts'
import { updateCallbacks } from './store/callbacks.ts'
import { replaceSecrets } from './store/secrets.ts'

export interface EndpointSettings {
  name: string
  url: string
  format: 'JSON' | 'XML'
  version: CallbackVersion
  /** Null: all, also those of later releases. */
  events: readonly CallbackEventType[] | null
}

/**
 * Adds an endpoint beside that of the record and returns its id. Throws bad-request for an address that can never be called, conflict
 * for a blocked account and, with the reason TOO_MANY_ENDPOINTS, above ENDPOINTS_MAX; unauthorized for a session that has ended.
 */
export async function addEndpoint(
  ctx: Context,
  author: AccessAuthor,
  { name, url, format, version, events }: EndpointSettings,
): Promise<string> {
  const { accountId } = author
  return change(ctx, async tx => {
    await lockForNewAccess(tx, author)
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    if (customer.business_status === 'Blocked') throw new Failure('conflict', 'The account is blocked')
    await requireCallableAddress(ctx, tx, accountId, url, 'url')
    const others = (await lockEndpoints(ctx, tx, customer)).filter(each => each.endpoint_id !== accountId)
    // That of the record has its place, also while it has no address.
    if (others.length >= ENDPOINTS_MAX - 1)
      throw new Failure('conflict', `A business has at most ${ENDPOINTS_MAX} endpoints`, {
        reason: TOO_MANY_ENDPOINTS,
      })
    // After ids of accounts, so that the endpoint of the record is the first that is locked.
    const key = { account_id: accountId, endpoint_id: `whe_${randomUUID()}` }
    await insertRows(tx.db, 'callbacks', {
      ...key,
      ...{ name, url, format, version },
      state: 'on',
      events: serializeTypes(toTypes(events)),
      address_changed_at: ctx.clock.now(),
    })
    const { signingSecret } = await createSigningSecret(ctx, key, { shown: false })
    await replaceSecrets(tx, key.endpoint_id, [signingSecret])
    await recordNewAddress(ctx, tx, { ...key, url: null, format: null }, { url, format })
    return key.endpoint_id
  })
}

/**
 * Changes an endpoint; of that of the record name, version, events and state. Deliveries from before keep their version. Turned off,
 * its waiting deliveries fail. Throws as `addEndpoint`, and not-found for an unknown or foreign endpoint.
 */
export async function changeEndpoint(
  ctx: Context,
  author: AccessAuthor,
  endpointId: string,
  { events, url, state, ...settings }: Partial<EndpointSettings> & { state?: 'off' | undefined },
): Promise<void> {
  await change(ctx, async tx => {
    if (url !== undefined) await lockForNewAccess(tx, author)
    const endpoint = await getLockedEndpoint(ctx, tx, author.accountId, endpointId)
    if (url !== undefined) await requireCallableAddress(ctx, tx, author.accountId, url, 'url')
    const isTurnedOff = state === 'off' && endpoint.state === 'on'
    const types = events === undefined ? endpoint.events : toTypes(events)
    const changes = { ...settings, ...(url !== undefined && { url }), events: types }
    await updateCallbacks(tx, endpointId, {
      ...changes,
      events: serializeTypes(types),
      ...(isTurnedOff && { ...DISABLED, off_at: ctx.clock.now() }),
    })
    if (isTurnedOff) {
      await failWaitingDeliveries(ctx, tx, endpointId)
      await recordEndpoint(ctx, tx, endpoint, 'endpoint.turned-off')
    }
    const format = settings.format ?? endpoint.format ?? 'JSON'
    if (url !== undefined && url !== endpoint.url) await recordNewAddress(ctx, tx, endpoint, { url, format })
    else if (!isTurnedOff && !isDeepStrictEqual({ ...endpoint, ...changes }, endpoint))
      await recordEndpoint(ctx, tx, endpoint, 'endpoint.changed')
  })
}

/** Removes an endpoint beside that of the record, with what it got; the events stay. Throws as `changeEndpoint`. */
export async function removeEndpoint(ctx: Context, accountId: string, endpointId: string): Promise<void> {
  await change(ctx, async tx => {
    const endpoint = await getLockedEndpoint(ctx, tx, accountId, endpointId)
    const key = { account_id: accountId, endpoint_id: endpointId }
    await deleteRows(tx.db, 'callback_attempts', key)
    await deleteRows(tx.db, 'callback_deliveries', key)
    await deleteRows(tx.db, 'callback_secrets', key)
    await deleteRows(tx.db, 'callbacks', key)
    await recordEndpoint(ctx, tx, endpoint, 'endpoint.removed')
  })
}

const toTypes = (types: readonly CallbackEventType[] | null) => types && [...new Set(types)]
const serializeTypes = (types: readonly CallbackEventType[] | null) => types && JSON.stringify(types)
