import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getComplaints } from '#contract/complaints.ts'
import type { Order } from '#contract/orders.ts'
import { call } from '#web/platform/http/call.ts'

/** The complaints about an order; read again whenever the order says something else about them. */
export const complaintsQuery = ({ superOrderCode: code, complaints }: Order) =>
  queryOptions({
    queryKey: ['complaints', code, complaints],
    queryFn: ({ signal }) => call(getComplaints, { query: { orderCode: code } }, { signal }),
    placeholderData: keepPreviousData,
    // Addresses of photos work for half an hour.
    staleTime: 15 * 60_000,
  })
