import { queryOptions } from '@tanstack/react-query'
import { getOrderDocuments } from '#contract/order-documents.ts'
import { call } from '#web/platform/http/call.ts'

/** Time until documents are read again while a PDF is being prepared. */
const DOCUMENTS_POLL_MS = 10_000

/** Loads receipt, invoices and credit notes of an order; again while a PDF is being prepared (NX-145). */
export const documentsQuery = (code: string) =>
  queryOptions({
    queryKey: ['orders', 'documents', code],
    queryFn: ({ signal }) =>
      call(getOrderDocuments, { query: { orderCode: code } }, { signal }).then(({ documents }) => documents),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, availableFrom }) => state !== 'ready' && state !== 'failed' && !availableFrom)
        ? DOCUMENTS_POLL_MS
        : false,
  })
