import { useNavigate, useSearch } from '@tanstack/react-router'
import { type HistoricalInvoice, LISTED_PAYMENT_STATUSES } from '#contract/invoices.ts'
import { normalizeCode } from '#contract/order-search.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'

export interface InvoiceFilterState {
  /** Part of a number, an order's code or an amount. */
  query: string
  payment: (typeof LISTED_PAYMENT_STATUSES)[number] | 'all'
}

export const EMPTY_FILTER: InvoiceFilterState = { query: '', payment: 'all' }

/** From this many invoices of a year on they can be searched. */
const FILTER_FROM = 20
const QUERY_MAX = 100

/**
 * Filters the invoices of all years, and reads the filter and the year from the address, so that Back from an order returns to it.
 * The filter is shown also while it is set and the year has few invoices.
 */
export function useInvoiceFilter(invoices: readonly HistoricalInvoice[]) {
  const texts = useTexts()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = readFilter(search)
  const isSet = filter.query.trim() !== '' || filter.payment !== 'all'
  const years = [...Map.groupBy(invoices, ({ date }) => date.slice(0, 4))].map(([year, all]) => ({
    year,
    all,
    matching: isSet ? all.filter(invoice => matches(texts, invoice, filter)) : all,
  }))
  const selected = years.find(({ year }) => year === search.year) ?? years[0]!
  const show = (parameters: Search) =>
    void navigate({ to: PATHS.invoices, search: parameters, replace: true, resetScroll: false })
  const { q, state, year } = search
  return {
    filter,
    setFilter: ({ query, payment }: InvoiceFilterState) =>
      show({ year, q: query || undefined, state: payment === 'all' ? undefined : payment }),
    isSet,
    years,
    selected,
    selectYear: (next: string) => show({ q, state, year: next }),
    isShown: isSet || selected.all.length >= FILTER_FROM,
    withPayment:
      filter.payment !== 'all' || selected.all.some(({ paymentStatus }) => paymentStatus !== undefined),
  }
}

const readFilter = ({ q, state }: Search): InvoiceFilterState => ({
  query: typeof q === 'string' ? q.slice(0, QUERY_MAX) : '',
  payment: LISTED_PAYMENT_STATUSES.find(each => each === state) ?? 'all',
})

function matches(
  texts: Pick<Texts, 'locale'>,
  { invoiceNumber, orders, corrects, amount, currency, paymentStatus }: HistoricalInvoice,
  { query, payment }: InvoiceFilterState,
): boolean {
  if (payment !== 'all' && paymentStatus !== payment) return false
  const codes = [invoiceNumber, ...orders.map(({ code }) => code), ...corrects]
  const wantedCode = normalizeCode(query)
  if (wantedCode !== '' && codes.some(code => normalizeCode(code).includes(wantedCode))) return true
  return normalizeAmount(moneyLabel(texts, amount, currency)).includes(normalizeAmount(query))
}

/** Spaces, also those in amounts, and the kind of minus do not matter. */
const normalizeAmount = (text: string) => text.replaceAll(/\s/g, '').replaceAll('−', '-').toLowerCase()
