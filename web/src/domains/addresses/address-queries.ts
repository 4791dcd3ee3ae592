import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Address,
  type AddressInput,
  createAddress,
  deleteAddress,
  getAddresses,
  updateAddress,
} from '#contract/addresses.ts'
import { createEntityTag, getAddressState } from '#contract/input/entity-tag.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { isPreconditionFailed } from '#web/platform/http/http-failure.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'
import { deleteOptimistically } from '#web/platform/query/delete-optimistically.ts'

/** The address book, the default address first. */
export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: async ({ signal }) => (await call(getAddresses, undefined, { signal })).addresses,
})

export async function createNewAddress(queries: QueryClient, address: AddressInput): Promise<void> {
  await call(createAddress, { body: address })
  await reload(queries)
}

/** Replaces the `stored` address; rejects with 412 when another window or device has changed it in the meantime. */
export async function changeAddress(
  queries: QueryClient,
  address: AddressInput,
  stored: Address,
): Promise<void> {
  const ifMatch = await createEntityTag(getAddressState(stored))
  await call(updateAddress, { params: { id: stored.id }, body: address }, { ifMatch })
  await reload(queries)
}

/** Makes an address the default one, with what is stored of it now. */
export async function setDefaultAddress(queries: QueryClient, address: Address): Promise<void> {
  const setDefault = (stored: Address) => {
    const { id: _, ...details } = stored
    return changeAddress(queries, { ...details, isDefault: true }, stored)
  }
  try {
    await setDefault(address)
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error
    const addresses = await queries.fetchQuery({ ...addressesQuery, staleTime: 0 })
    const changedAddress = addresses.find(({ id }) => id === address.id)
    if (!changedAddress) throw error
    await setDefault(changedAddress)
  }
}

/** Deletes an address, also from the shown list at once; a failure restores the list. */
export async function removeAddress(queries: QueryClient, { id }: Address): Promise<void> {
  const remove = (addresses: Address[]) => addresses.filter(address => address.id !== id)
  await deleteOptimistically(queries, addressesQuery.queryKey, remove, () =>
    call(deleteAddress, { params: { id } }),
  )
  await reload(queries)
}

/** Creates a deleted address again, which gives it a new id. */
export const restoreAddress = (queries: QueryClient, { id: _, ...address }: Address): Promise<void> =>
  createNewAddress(queries, address)

/** Refetches the address book, and the customer, which contains it as well. */
async function reload(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries(customerQuery)
  await queries.invalidateQueries(addressesQuery)
}

/** Reads the address book again when it is changed in another window or on another device. */
export const useAddressChanges = (): void => useInvalidateOnPush(addressesQuery.queryKey, 'customer-changed')
