import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../context.ts'
import { defineAccess } from '../../domain.ts'
import { listRows, listValues } from '../../platform/db/rows.ts'
import { getActor } from '../../platform/db/statement-scope.ts'
import { type Customer, findActiveCustomer, findCustomer } from '../customers/index.ts'
import { findAddress } from './delivery/target.ts'
import { failWaitingDeliveries } from './disable-endpoint.ts'
import { createSigningSecret, presentSecret } from './signing-secrets.ts'
import { type CallbacksRow, lockCallbacksOfAccount, updateCallbacks } from './store/callbacks.ts'
import { listSecrets, replaceSecrets } from './store/secrets.ts'

/** The addresses that are told about orders and invoices. Ended one is turned off, until its owner enables it. */
export const callbackAddressAccess = defineAccess({
  kind: 'callbackAddress',
  tables: ['callbacks'],
  async list(_ctx, db, accountId) {
    const customer = await findActiveCustomer(db, accountId)
    const endpoints = await listRows(db, 'callbacks', { account_id: accountId }, 'endpoint_id')
    return endpoints.flatMap(endpoint => findCalledAddress(endpoint, customer) ?? [])
  },
  async end(ctx, tx, accountId, ids) {
    const endpoints = await lockCallbacksOfAccount(tx, accountId)
    const customer = await findCustomer(tx.db, accountId)
    for (const endpoint of endpoints) {
      const address = findCalledAddress(endpoint, customer)
      if (!address || !includes(ids, address.id)) continue
      const ended = { state: 'off', off_reason: 'security', off_at: ctx.clock.now() } as const
      await updateCallbacks(tx, endpoint.endpoint_id, { ...ended, off_device: getActor().deviceName })
      await failWaitingDeliveries(ctx, tx, endpoint.endpoint_id)
    }
  },
})

/** The secrets whose holders can sign callbacks. Ended the newest is replaced by one that nobody has seen. */
export const callbackSecretAccess = defineAccess({
  kind: 'callbackSecrets',
  tables: ['callback_secrets'],
  async list(ctx, db, accountId) {
    const endpointIds = await listValues(db, 'callbacks', { account_id: accountId }, 'endpoint_id')
    const secrets = await listSecrets(db, endpointIds, ctx.clock.now())
    return secrets.filter(({ shown }) => shown).map(presentSecret)
  },
  async end(ctx, tx, accountId, ids) {
    for (const endpoint of await lockCallbacksOfAccount(tx, accountId))
      await endSecrets(ctx, tx, endpoint, ids)
  },
})

async function endSecrets(
  ctx: Context,
  tx: Tx,
  endpoint: CallbacksRow,
  ids: readonly string[] | 'all',
): Promise<void> {
  const secrets = await listSecrets(tx.db, [endpoint.endpoint_id], ctx.clock.now())
  const remaining = secrets.filter(({ secret_id }) => !includes(ids, secret_id))
  if (remaining.length === secrets.length) return
  const isNewestEnded = remaining[0] !== secrets[0]
  const newest = isNewestEnded
    ? [(await createSigningSecret(ctx, endpoint, { shown: false })).signingSecret]
    : []
  await replaceSecrets(tx, endpoint.endpoint_id, [...newest, ...remaining])
}

/** Describes the address while it is called; its id is that of this address, so that no other one is ended by it. */
function findCalledAddress(
  endpoint: CallbacksRow,
  customer: Customer | undefined,
): { id: string; address: string; createdAt: string } | undefined {
  const address = customer && findAddress(endpoint, customer)?.address
  if (!address || endpoint.state !== 'on') return undefined
  const place = endpoint.endpoint_id === endpoint.account_id ? '' : endpoint.endpoint_id
  return {
    id: `adr_${createHash('sha256')
      .update(place + address)
      .digest('hex')
      .slice(0, 32)}`,
    address,
    createdAt: endpoint.address_changed_at.toISOString(),
  }
}

const includes = (ids: readonly string[] | 'all', id: string) => ids === 'all' || ids.includes(id)
