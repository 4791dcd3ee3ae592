import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../context.ts'
import { defineAccess } from '../../domain.ts'
import { findRow } from '../../platform/db/rows.ts'
import { getActor } from '../../platform/db/statement-scope.ts'
import { type Customer, findActiveCustomer, findCustomer } from '../customers/index.ts'
import { failWaitingDeliveries } from './disable-endpoint.ts'
import { createSigningSecret, presentSecret } from './signing-secrets.ts'
import { type CallbacksRow, lockCallbacks, updateCallbacks } from './store/callbacks.ts'
import { listSecrets, replaceSecrets } from './store/secrets.ts'

/** The address that is told about orders and invoices. Ended it is turned off, until its owner enables it. */
export const callbackAddressAccess = defineAccess({
  kind: 'callbackAddress',
  tables: ['callbacks'],
  async list(_ctx, db, accountId) {
    const customer = await findActiveCustomer(db, accountId)
    const callbacks = await findRow(db, 'callbacks', { endpoint_id: accountId })
    const address = customer && findCalledAddress(customer, callbacks)
    return address ? [address] : []
  },
  async end(ctx, tx, accountId, ids) {
    const callbacks = await lockCallbacks(tx, accountId)
    const customer = await findCustomer(tx.db, accountId)
    const address = customer && findCalledAddress(customer, callbacks)
    if (!address || !includes(ids, address.id)) return
    await updateCallbacks(tx, accountId, {
      state: 'off',
      off_reason: 'security',
      off_at: ctx.clock.now(),
      off_device: getActor().deviceName,
    })
    await failWaitingDeliveries(ctx, tx, accountId)
  },
})

/** The secrets whose holders can sign callbacks. Ended the newest is replaced by one that nobody has seen. */
export const callbackSecretAccess = defineAccess({
  kind: 'callbackSecrets',
  tables: ['callback_secrets'],
  async list(ctx, db, accountId) {
    const secrets = await listSecrets(db, [accountId], ctx.clock.now())
    return secrets.filter(({ shown }) => shown).map(presentSecret)
  },
  async end(ctx, tx, accountId, ids) {
    if (await lockCallbacks(tx, accountId)) await endSecrets(ctx, tx, accountId, ids)
  },
})

async function endSecrets(
  ctx: Context,
  tx: Tx,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  const secrets = await listSecrets(tx.db, [accountId], ctx.clock.now())
  const remaining = secrets.filter(({ secret_id }) => !includes(ids, secret_id))
  if (remaining.length === secrets.length) return
  const isNewestEnded = remaining[0] !== secrets[0]
  const newest = isNewestEnded
    ? [
        (await createSigningSecret(ctx, { account_id: accountId, endpoint_id: accountId }, { shown: false }))
          .signingSecret,
      ]
    : []
  await replaceSecrets(tx, accountId, [...newest, ...remaining])
}

/** Describes the address while it is called; its id is that of this address, so that no other one is ended by it. */
function findCalledAddress(
  { callback_url: address }: Customer,
  callbacks: CallbacksRow | undefined,
): { id: string; address: string; createdAt: string } | undefined {
  if (!address || callbacks?.state !== 'on') return undefined
  return {
    id: `adr_${createHash('sha256').update(address).digest('hex').slice(0, 32)}`,
    address,
    createdAt: callbacks.address_changed_at.toISOString(),
  }
}

const includes = (ids: readonly string[] | 'all', id: string) => ids === 'all' || ids.includes(id)
