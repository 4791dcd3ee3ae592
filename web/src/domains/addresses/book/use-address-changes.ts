import { useQueryClient } from '@tanstack/react-query'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { addressesQuery } from '../address-queries.ts'

/** Reads the address book again when it is changed in another window or on another device. */
export function useAddressChanges(): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'customer-changed' || type === 'ready') void queries.invalidateQueries(addressesQuery)
  })
}
