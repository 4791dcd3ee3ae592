import { addDays } from 'date-fns/addDays'
import { TURNED_OFF } from '#contract/callbacks.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { getSignIns } from '../../http/step-up.ts'
import { insertMissingRow } from '../../platform/db/rows.ts'
import { type CallbackAddressChange, type Customer, lockCustomer } from '../customers/index.ts'
import { type AccessAuthor, lockForNewAccess, recordSecurityEvent } from '../identity/index.ts'
import { record } from '../journal/index.ts'
import { findAddress, findAddressProblem } from './delivery/target.ts'
import { failWaitingDeliveries } from './disable-endpoint.ts'
import { presentEndpointId } from './endpoint-id.ts'
import { deliverCallbacks } from './job-kinds.ts'
import { createSigningSecret } from './signing-secrets.ts'
import {
  type CallbacksRow,
  lockCallbacks,
  lockCallbacksOfAccount,
  updateCallbacks,
} from './store/callbacks.ts'
import { replaceSecrets } from './store/secrets.ts'

/**
 * Applies a saved callback address of a customer: an address enables the endpoint, also one that was disabled because it failed;
 * without one the endpoint is disabled and its waiting deliveries fail. Another address is a security event. An endpoint that
 * was ended to protect the account stays so: its address throws conflict with the reason TURNED_OFF, another one is stored.
 * Throws bad-request, with the problem as its reason, for a new address that can never be called, and unauthorized for a
 * session that has ended.
 */
export async function onCallbackAddressChanged(
  ctx: Context,
  tx: Tx,
  addressChange: CallbackAddressChange,
): Promise<void> {
  const { accountId, callbackUrl, previousUrl, callbackFormat, previousFormat } = addressChange
  const isNewAddress = callbackUrl !== null && callbackUrl !== previousUrl
  if (callbackUrl !== null) await lockForNewAccess(tx, addressChange)
  if (isNewAddress) await requireCallableAddress(ctx, tx, accountId, callbackUrl)
  const callbacks = await getOrCreateCallbacks(ctx, tx, accountId)
  const { state, off_reason } = callbacks
  const isEnded = state === 'off' && off_reason === 'security'
  if (isEnded && callbackUrl !== null && !isNewAddress)
    throw new Failure('conflict', 'Callbacks were turned off to protect the account', { reason: TURNED_OFF })
  if (callbackUrl === null) {
    if (!isEnded) await updateCallbacks(tx, accountId, DISABLED)
    await failWaitingDeliveries(ctx, tx, accountId)
    if (previousUrl !== null) await recordEndpoint(ctx, tx, callbacks, 'endpoint.removed')
  } else if (state === 'off' && !isEnded) await updateCallbacks(tx, accountId, ENABLED)
  if (isNewAddress)
    await recordNewAddress(
      ctx,
      tx,
      { account_id: accountId, endpoint_id: accountId, url: previousUrl, format: previousFormat },
      { url: callbackUrl, format: callbackFormat },
    )
}

/**
 * Enables an endpoint that was disabled, whatever the reason, as a security event. Throws conflict for a blocked account, not-found
 * for an unknown endpoint, unauthorized for a session that has ended.
 */
export async function enable(ctx: Context, author: AccessAuthor, endpointId: string): Promise<void> {
  const { accountId } = author
  await change(ctx, async tx => {
    await lockForNewAccess(tx, author)
    const endpoint = await getLockedEndpoint(ctx, tx, accountId, endpointId)
    if (endpoint.state === 'on') return
    await updateCallbacks(tx, endpointId, ENABLED)
    const customer = await lockCustomer(tx, accountId)
    const address = customer && findAddress(endpoint, customer)?.address
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'callback.enabled',
      subject: presentEndpointId(endpoint),
      detail: { address: getHost(address) },
    })
  })
}

const ENABLED = {
  state: 'on',
  off_reason: null,
  off_at: null,
  off_device: null,
  failing_since: null,
} as const
export const DISABLED = { state: 'off', off_reason: null, off_at: null } as const

/** Returns the host, because the rest of an address may contain a secret. */
const getHost = (address: string | null | undefined): string => URL.parse(address ?? '')?.host ?? ''

/** Records what happened to an endpoint, by its name. */
export async function recordEndpoint(
  ctx: Context,
  tx: Tx,
  endpoint: Pick<CallbacksRow, 'account_id' | 'endpoint_id' | 'name'>,
  kind: 'endpoint.changed' | 'endpoint.turned-off' | 'endpoint.removed',
): Promise<void> {
  const { account_id: accountId, name } = endpoint
  const subject = presentEndpointId(endpoint)
  await record(ctx, tx, { accountId, kind, subject, detail: name === null ? {} : { name } })
}

/**
 * Records a new address as a security event, by its host. `endpoint` has the address and the format of before, which its undo
 * restores; null for a first address.
 */
export async function recordNewAddress(
  ctx: Context,
  tx: Tx,
  endpoint: Pick<CallbacksRow, 'account_id' | 'endpoint_id' | 'url' | 'format'>,
  { url, format }: { url: string; format: 'JSON' | 'XML' },
): Promise<void> {
  const { account_id: accountId, url: address, format: previousFormat } = endpoint
  const startsAt = await startNewAddress(ctx, tx, endpoint)
  const before = { address, ...(previousFormat !== format && { format: previousFormat }) }
  await recordSecurityEvent(ctx, tx, {
    accountId,
    kind: 'callback.address-changed',
    subject: presentEndpointId(endpoint),
    detail: { address: getHost(url), ...(startsAt && { effectiveAt: startsAt.toISOString() }) },
    ...(address !== null && { before }),
  })
}

/** Sends events to the new address of an endpoint; to one that a new device saved a day later: they wait. Returns when. */
export async function startNewAddress(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, endpoint_id: endpointId }: Pick<CallbacksRow, 'account_id' | 'endpoint_id'>,
): Promise<Date | null> {
  const now = ctx.clock.now()
  const startsAt = (await getSignIns(ctx)?.isNewDevice(ctx, tx.db, accountId)) ? addDays(now, 1) : null
  await updateCallbacks(tx, endpointId, { address_changed_at: now, starts_at: startsAt })
  await ctx.jobs.send(tx, deliverCallbacks, [{}], startsAt ? { startAfter: startsAt } : {})
  return startsAt
}

/** Throws bad-request, with the problem as its reason, for an address that can never be called. */
export async function requireCallableAddress(
  ctx: Context,
  tx: Tx,
  accountId: string,
  address: string,
  field = 'ftp.callbackUrl',
): Promise<void> {
  const customer = await lockCustomer(tx, accountId)
  const problem = customer && findAddressProblem(ctx, customer, address)
  if (!problem) return
  throw new Failure('bad-request', `The callback address can never be called: ${problem}`, {
    fields: { [field]: 'not-valid' },
    reason: problem,
  })
}

/**
 * Locks the row of the record's address, or inserts one with the latest version and a secret that was never shown, so that all
 * requests are signed.
 */
async function getOrCreateCallbacks(ctx: Context, tx: Tx, accountId: string): Promise<CallbacksRow> {
  const storedCallbacks = await lockCallbacks(tx, accountId)
  if (storedCallbacks) return storedCallbacks
  const key = { account_id: accountId, endpoint_id: accountId }
  const { signingSecret } = await createSigningSecret(ctx, key, { shown: false })
  const isInserted = await insertMissingRow(tx.db, 'callbacks', {
    ...key,
    state: 'on',
    version: '2026-12',
    address_changed_at: ctx.clock.now(),
  })
  const callbacks = (await lockCallbacks(tx, accountId))!
  if (isInserted) await replaceSecrets(tx, accountId, [signingSecret])
  return callbacks
}

/** Locks the endpoints of a business, enabled or not, in their order. */
export async function lockEndpoints(
  ctx: Context,
  tx: Tx,
  customer: Pick<Customer, 'account_id' | 'business' | 'callback_url' | 'callback_format'>,
): Promise<CallbacksRow[]> {
  if (!customer.business) return []
  if (customer.callback_url !== null) await getOrCreateCallbacks(ctx, tx, customer.account_id)
  const endpoints = await lockCallbacksOfAccount(tx, customer.account_id)
  return endpoints.filter(endpoint => findAddress(endpoint, customer))
}

/** Locks an endpoint for a change by its owner; throws conflict for a blocked account, not-found for an unknown endpoint. */
export async function getLockedEndpoint(
  ctx: Context,
  tx: Tx,
  accountId: string,
  endpointId = accountId,
): Promise<CallbacksRow> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.deleted_at) throw notFound('Customer')
  if (customer.business_status === 'Blocked') throw new Failure('conflict', 'The account is blocked')
  const endpoints = await lockEndpoints(ctx, tx, customer)
  return requireFound(
    endpoints.find(({ endpoint_id }) => endpoint_id === endpointId),
    'Endpoint',
  )
}
