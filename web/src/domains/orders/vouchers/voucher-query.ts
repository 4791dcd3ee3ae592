import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getVouchers } from '#contract/own-vouchers.ts'
import { call } from '#web/platform/http/call.ts'

/** The customer's vouchers, page by page. */
export const ownVouchersQuery = infiniteQueryOptions({
  queryKey: ['orders', 'own-vouchers'] as const,
  queryFn: ({ pageParam: cursor, signal }) => call(getVouchers, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }) => cursor,
})

/** Returns how many vouchers the customer can use; undefined while that is not known. */
export const useVoucherCount = (): number | undefined =>
  useInfiniteQuery(ownVouchersQuery).data?.pages[0]?.counts.ready
