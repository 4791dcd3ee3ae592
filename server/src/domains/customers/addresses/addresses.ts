import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ADDRESSES_MAX, type AddressInput } from '#contract/addresses.ts'
import { getAddressState } from '#contract/input/entity-tag.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { Failure, notFound, requireFound } from '#server/http/failure.ts'
import { requireMatch } from '#server/http/if-match.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { insertRow, updateRow } from '../../../platform/db/rows.ts'
import { lockActiveCustomer } from '../active-customer.ts'
import { presentAddress } from './present.ts'
import {
  type AddressRow,
  type AddressValues,
  deleteAddress,
  findAddress,
  listAddresses,
  setDefaultAddress,
} from './store.ts'
import { recordAddress, recordDefault } from './undo.ts'

/** Adds an address; the first one becomes the default. Throws conflict when the address book is full. */
export function addToAddressBook(ctx: Context, accountId: string, input: AddressInput): Promise<AddressRow> {
  return changeAddressBook(ctx, accountId, async tx => {
    const addresses = await listAddresses(tx.db, accountId)
    if (addresses.length >= ADDRESSES_MAX)
      throw new Failure('conflict', `An address book has at most ${ADDRESSES_MAX} addresses`)
    const addedAddress = await insertRow(tx.db, 'addresses', {
      ...toColumns(input),
      account_id: accountId,
      address_id: randomUUID(),
      is_default: false,
      created_at: ctx.clock.now(),
    })
    await recordAddress(ctx, tx, 'address.added', addedAddress, null)
    return setDefaultIfChosen(ctx, tx, addedAddress, input.isDefault || addresses.length === 0)
  })
}

/**
 * Replaces an address. The default address stays the default until another one is chosen. Throws precondition-failed
 * when `ifMatch` names another state of it.
 */
export function changeAddress(
  ctx: Context,
  accountId: string,
  addressId: string,
  input: AddressInput,
  ifMatch?: string,
): Promise<AddressRow> {
  return changeAddressBook(ctx, accountId, async tx => {
    const storedAddress = requireFound(await findAddress(tx.db, accountId, addressId), 'Address')
    await requireMatch(ifMatch, getAddressState(presentAddress(storedAddress)))
    const key = { account_id: accountId, address_id: addressId }
    const changedAddress = await updateRow(tx.db, 'addresses', key, toColumns(input))
    if (!changedAddress) throw notFound('Address')
    if (!isDeepStrictEqual(changedAddress, storedAddress))
      await recordAddress(ctx, tx, 'address.changed', changedAddress, storedAddress)
    return setDefaultIfChosen(ctx, tx, changedAddress, input.isDefault)
  })
}

/** Deletes an address; if it was the default, the newest address becomes the default. */
export function removeFromAddressBook(ctx: Context, accountId: string, addressId: string): Promise<void> {
  return changeAddressBook(ctx, accountId, async tx => {
    const deletedAddress = requireFound(await deleteAddress(tx, accountId, addressId), 'Address')
    await recordAddress(ctx, tx, 'address.removed', deletedAddress, deletedAddress)
  })
}

/**
 * Changes the address book and tells the account's pages. Locks the customer, because the number of addresses and the
 * default depend on the whole address book.
 */
function changeAddressBook<T>(ctx: Context, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return change(ctx, async tx => {
    await lockActiveCustomer(tx, accountId)
    const result = await work(tx)
    await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
    return result
  })
}

async function setDefaultIfChosen(
  ctx: Context,
  tx: Tx,
  address: AddressRow,
  isChosen = false,
): Promise<AddressRow> {
  if (!isChosen || address.is_default) return address
  const previous = (await listAddresses(tx.db, address.account_id)).find(({ is_default }) => is_default)
  if (previous) await recordDefault(ctx, tx, previous)
  await setDefaultAddress(tx, address.account_id, address.address_id)
  return { ...address, is_default: true }
}

function toColumns(input: AddressInput): AddressValues {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    company_name: input.companyName ?? null,
    street: input.street,
    street_number: input.streetNumber ?? null,
    street_number_addition: input.streetNumberAddition ?? null,
    postal_code: input.postalCode ?? null,
    city: input.city,
    country_code: input.countryCode,
    phone_number: input.phoneNumber,
  }
}
