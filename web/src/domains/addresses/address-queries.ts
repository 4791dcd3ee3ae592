import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Address,
  type AddressInput,
  createAddress,
  deleteAddress,
  getAddresses,
  updateAddress,
} from '#contract/addresses.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'

/** The address book, the default address first (AA-102). */
export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: async ({ signal }) => (await call(getAddresses, undefined, { signal })).addresses,
})

/** Saves a new address, or the changed one with that id. */
export async function saveAddress(queries: QueryClient, address: AddressInput, id?: string): Promise<void> {
  await (id === undefined
    ? call(createAddress, { body: address })
    : call(updateAddress, { params: { id }, body: address }))
  await reload(queries)
}

/** Makes an address the default one. */
export const setDefaultAddress = (queries: QueryClient, { id, ...address }: Address): Promise<void> =>
  saveAddress(queries, { ...address, isDefault: true }, id)

/** Deletes an address, also from the shown list at once; a failure restores the list. */
export async function removeAddress(queries: QueryClient, { id }: Address): Promise<void> {
  await queries.cancelQueries(addressesQuery)
  const before = queries.getQueryData(addressesQuery.queryKey)
  queries.setQueryData(
    addressesQuery.queryKey,
    before?.filter(address => address.id !== id),
  )
  try {
    await call(deleteAddress, { params: { id } })
  } catch (error) {
    // 404: already deleted on another device.
    if (!isNotFound(error)) {
      queries.setQueryData(addressesQuery.queryKey, before)
      throw error
    }
  }
  await reload(queries)
}

/** Creates a deleted address again, which gives it a new id. */
export const restoreAddress = (queries: QueryClient, { id: _, ...address }: Address): Promise<void> =>
  saveAddress(queries, address)

/** Refetches the address book, and the customer, which contains it as well (AA-109). */
async function reload(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries(customerQuery)
  await queries.invalidateQueries(addressesQuery)
}
