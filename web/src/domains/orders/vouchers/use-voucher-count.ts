import { useInfiniteQuery } from '@tanstack/react-query'
import { ownVouchersQuery } from './voucher-query.ts'

/** Returns how many vouchers the customer can use; undefined while that is not known. */
export const useVoucherCount = (): number | undefined =>
  useInfiniteQuery(ownVouchersQuery).data?.pages[0]?.counts.ready
