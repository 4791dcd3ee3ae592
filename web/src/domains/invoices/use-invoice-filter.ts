import { type HistoricalInvoice, LISTED_PAYMENT_STATUSES } from '#contract/invoices.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'

export interface InvoiceFilterState {
  /** Part of a number, an order's code or an amount. */
  query: string
  payment: (typeof LISTED_PAYMENT_STATUSES)[number] | 'all'
}

export const EMPTY_FILTER: InvoiceFilterState = { query: '', payment: 'all' }

/** From this many invoices of a year on they can be searched. */
const FILTER_FROM = 20

/** Filters the invoices of a year. The filter is shown also while it is set and the year has few invoices. */
export function useInvoiceFilter(yearInvoices: readonly HistoricalInvoice[]) {
  const texts = useTexts()
  const [filter, setFilter] = useTabState('keepsake.invoice-filter', isFilter, EMPTY_FILTER)
  const isSet = filter.query.trim() !== '' || filter.payment !== 'all'
  return {
    filter,
    setFilter,
    isSet,
    isShown: isSet || yearInvoices.length >= FILTER_FROM,
    withPayment:
      filter.payment !== 'all' || yearInvoices.some(({ paymentStatus }) => paymentStatus !== undefined),
    matching: isSet ? yearInvoices.filter(invoice => matches(texts, invoice, filter)) : yearInvoices,
  }
}

function matches(
  texts: Pick<Texts, 'locale'>,
  { invoiceNumber, orders, corrects, amount, currency, paymentStatus }: HistoricalInvoice,
  { query, payment }: InvoiceFilterState,
): boolean {
  if (payment !== 'all' && paymentStatus !== payment) return false
  const searched = [
    invoiceNumber,
    ...orders.map(({ code }) => code),
    ...corrects,
    moneyLabel(texts, amount, currency),
  ]
  return searched.some(each => normalize(each).includes(normalize(query)))
}

/** Spaces, also those in amounts, and the kind of minus do not matter. */
const normalize = (text: string) => text.replaceAll(/\s/g, '').replaceAll('−', '-').toLowerCase()

const isFilter = (value: unknown): value is InvoiceFilterState =>
  typeof (value as InvoiceFilterState | null)?.query === 'string' &&
  ['all', ...LISTED_PAYMENT_STATUSES].includes((value as InvoiceFilterState).payment)
