import { queryOptions } from '@tanstack/react-query'
import { getHistoricalInvoices, type HistoricalInvoice } from '#contract/invoices.ts'
import { call } from '#web/platform/http/call.ts'
import { readPages } from '#web/platform/http/read-pages.ts'

/** Rendering takes seconds; after this many answers it is delayed, and polled less often. */
const FAST_POLLS = 40
const FAST_POLL_MS = 3000
const SLOW_POLL_MS = 60_000

/** All invoices of the customer, newest first; refetched while PDFs are being prepared. */
export const invoicesQuery = queryOptions({
  queryKey: ['invoices', 'list'],
  queryFn: async ({ signal }) => {
    const pages = await readPages(query => call(getHistoricalInvoices, { query }, { signal }))
    return pages.flatMap(({ historicalInvoices }) => historicalInvoices)
  },
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.some(isBeingPrepared) ? (dataUpdateCount < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS) : false,
})

/** Whether its PDF is expected, without an announced date. */
const isBeingPrepared = ({ status, availableFrom }: HistoricalInvoice): boolean =>
  status === 'rendering' || (status === 'announced' && availableFrom === undefined)
