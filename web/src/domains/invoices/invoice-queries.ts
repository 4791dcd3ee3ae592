import { queryOptions } from '@tanstack/react-query'
import { getHistoricalInvoices, type HistoricalInvoice } from '#contract/invoices.ts'
import { call } from '#web/platform/http/call.ts'

/** Rendering takes seconds; after these many answers something holds it up. */
const SOON_ANSWERS = 40
const SOON_MS = 3000
const LATER_MS = 60_000

/** All invoices of the customer, newest first (AA-085); read again while PDFs are being prepared. */
export const invoicesQuery = queryOptions({
  queryKey: ['invoices', 'list'],
  queryFn: ({ signal }) =>
    call(getHistoricalInvoices, undefined, { signal }).then(({ historicalInvoices }) => historicalInvoices),
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.some(isBeingPrepared) ? (dataUpdateCount < SOON_ANSWERS ? SOON_MS : LATER_MS) : false,
})

/** Whether its PDF comes without a date that was announced. */
const isBeingPrepared = ({ status, availableFrom }: HistoricalInvoice): boolean =>
  status === 'rendering' || (status === 'announced' && availableFrom === undefined)
