import { ADDRESSES_MAX } from '#contract/addresses.ts'
import type { UndoableKind } from '#contract/journal.ts'
import type { Context, Reader, Tx } from '#server/context.ts'
import { insertRows, updateRows } from '../../../platform/db/rows.ts'
import { createUndoConflict, type EntryRow, record, type Values } from '../../journal/index.ts'
import { checkoutDetailsChanged } from '../events.ts'
import { type AddressRow, deleteAddress, findAddress, listAddresses, setDefaultAddress } from './store.ts'

type AddressKind = Extract<UndoableKind, `address.${string}`>

export const ADDRESS_KINDS: readonly AddressKind[] = [
  'address.added',
  'address.changed',
  'address.removed',
  'address.default-chosen',
]

/** The choice of the default address is about the whole address book. */
const DEFAULT_ADDRESS = 'default-address'

/** Records an address that was added (`before`: null), changed or removed. */
export async function recordAddress(
  ctx: Context,
  tx: Tx,
  kind: Exclude<AddressKind, 'address.default-chosen'>,
  { account_id: accountId, address_id: subject }: AddressRow,
  before: AddressRow | null,
): Promise<void> {
  const entryId = await record(ctx, tx, { accountId, kind, subject, before: { address: before } })
  await ctx.events.emit(tx, checkoutDetailsChanged, { accountId, entryId })
}

/** Records that another address was made the default one. */
export async function recordDefault(ctx: Context, tx: Tx, previous: AddressRow): Promise<void> {
  const accountId = previous.account_id
  const entryId = await record(ctx, tx, {
    accountId,
    kind: 'address.default-chosen',
    subject: DEFAULT_ADDRESS,
    before: { defaultAddress: previous },
  })
  await ctx.events.emit(tx, checkoutDetailsChanged, { accountId, entryId })
}

/** Reads the address, or the default one, in the form of an entry. */
export async function readAddressValues(db: Reader, accountId: string, subject: string): Promise<Values> {
  if (subject === DEFAULT_ADDRESS) return { defaultAddress: await findDefault(db, accountId) }
  return { address: (await findAddress(db, accountId, subject)) ?? null }
}

/** Restores an address as it was, or the default one; returns what it replaces. Throws conflict where that is not possible. */
export async function restoreAddressValues(
  tx: Tx,
  { account_id: accountId, subject }: EntryRow,
  before: Values,
): Promise<Values> {
  const replaced = await readAddressValues(tx.db, accountId, subject!)
  if (subject === DEFAULT_ADDRESS) {
    const { address_id } = before.defaultAddress as AddressRow
    if (!(await findAddress(tx.db, accountId, address_id))) throw createUndoConflict('over')
    await setDefaultAddress(tx, accountId, address_id)
    return replaced
  }
  const address = before.address as AddressRow | null
  if (!address) await deleteAddress(tx, accountId, subject!)
  else if (replaced.address) {
    const { account_id: _account, address_id: _id, is_default: _isDefault, ...values } = address
    await updateRows(tx.db, 'addresses', { account_id: accountId, address_id: subject! }, values)
  } else await insertAgain(tx, address)
  return replaced
}

async function insertAgain(tx: Tx, address: AddressRow): Promise<void> {
  const { account_id: accountId, address_id } = address
  if ((await listAddresses(tx.db, accountId)).length >= ADDRESSES_MAX) throw createUndoConflict('over')
  await insertRows(tx.db, 'addresses', { ...address, is_default: false })
  if (address.is_default) await setDefaultAddress(tx, accountId, address_id)
}

const findDefault = async (db: Reader, accountId: string): Promise<AddressRow | null> =>
  (await listAddresses(db, accountId)).find(({ is_default }) => is_default) ?? null
