import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type HistoricalInvoice, LISTED_PAYMENT_STATUSES } from '#contract/invoices.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Select } from '#web/ui/select.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import { ArchiveDownloads } from './archive-downloads.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import styles from './invoices.module.css'
import { EMPTY_FILTER, type InvoiceFilterState, useInvoiceFilter } from './use-invoice-filter.ts'

/** The invoices of a business customer by year, with their PDFs. */
export function Invoices() {
  const { text } = useTexts()
  const { data: invoices, isError, refetch } = useQuery(invoicesQuery)
  const failure = isError && <LoadFailed retry={refetch} />
  if (!invoices) return failure || <InvoicesLoading />
  if (invoices.length === 0) return <EmptyState icon={ReceiptText} title={text('invoices.empty')} />
  return (
    <>
      <InvoiceYears invoices={invoices} />
      {failure}
    </>
  )
}

/** A tab for each year with invoices, the newest first; a long year can be searched, and finds those of the others. */
function InvoiceYears({ invoices }: { invoices: readonly HistoricalInvoice[] }) {
  const { text, number } = useTexts()
  const isCards = isMobile(useScreenSize())
  const { years, selected, selectYear, isSet, isShown, withPayment, filter, setFilter } =
    useInvoiceFilter(invoices)
  const { year, all, matching } = selected
  const others = years.filter(each => each.year !== year && each.matching.length > 0)
  return (
    <div className={styles.years}>
      <TabList
        idPrefix="invoices"
        label={text('invoices.years')}
        tabs={years.map(each => ({ id: each.year, label: each.year, count: number(each.matching.length) }))}
        selected={year}
        onSelect={selectYear}
      >
        <p className={styles.printedYear}>{year}</p>
        <ArchiveDownloads key={year} invoices={all} year={year} />
        {isShown && (
          <InvoiceFilter filter={filter} setFilter={setFilter} withPayment={withPayment}>
            {isSet && text('invoices.shown', { count: matching.length, total: all.length })}
          </InvoiceFilter>
        )}
        {matching.length === 0 && (
          <EmptyState
            title={text('invoices.none-found', { year })}
            action={
              others.length > 0 && (
                <div className="ui-cluster">
                  {others.map(each => (
                    <Button key={each.year} onClick={() => selectYear(each.year)}>
                      {text('invoices.of-year', { year: each.year })}
                    </Button>
                  ))}
                </div>
              )
            }
          />
        )}
        {matching.length > 0 &&
          (isCards ? (
            <InvoiceCards invoices={matching} year={year} />
          ) : (
            <InvoiceTable invoices={matching} year={year} />
          ))}
      </TabList>
    </div>
  )
}

/** The boxes of tabs and rows while the invoices are loading. */
function InvoicesLoading() {
  return (
    <Loading id="invoices.loading">
      <div className={styles.placeholderTabs}>
        <Skeleton width={64} height={24} />
        <Skeleton width={64} height={24} />
      </div>
      <SkeletonGroups count={5} className={classes('ui-row ui-between', styles.placeholder)}>
        <Skeleton width="60%" height={22} />
        <Skeleton width={90} height={22} />
      </SkeletonGroups>
    </Loading>
  )
}

/** The invoices of a year on a small screen. */
function InvoiceCards({ invoices, year }: InvoiceTableProps) {
  const { text } = useTexts()
  return (
    <ul className="ui-ruled" aria-label={text('invoices.of-year', { year })}>
      {invoices.map(invoice => (
        <InvoiceCard key={`${invoice.channel} ${invoice.id}`} invoice={invoice} />
      ))}
    </ul>
  )
}

function InvoiceCard({ invoice }: { invoice: HistoricalInvoice }) {
  const { texts, text } = useTexts()
  const details = [kindLabel(texts, invoice), paymentLabel(texts, invoice)].filter(Boolean).join(' · ')
  const isReady = invoice.status === 'ready'
  return (
    <li className={classes('ui-stack8', styles.card)}>
      <div>
        <p className={classes('ui-cluster ui-between', styles.first)}>
          <span className="ui-breaks">{invoice.invoiceNumber}</span>
          <span className={styles.amount}>{moneyLabel(texts, invoice.amount, invoice.currency)}</span>
        </p>
        <p className={classes('ui-note', styles.more)}>
          {dayLabel(texts, `${invoice.date}T00:00:00`)}
          {invoice.orders.length > 0 && ' · '}
          <InvoiceOrders orders={invoice.orders} label={code => text('order.title', { code })} />
        </p>
        {details && <p className={classes('ui-note', styles.more)}>{details}</p>}
        {!isReady && <InvoiceDocument invoice={invoice} />}
      </div>
      {isReady && (
        <div className="ui-screen-only">
          <InvoiceDocument invoice={invoice} compact />
        </div>
      )}
    </li>
  )
}

/** Search and payment status of the invoices of a year; the status only where the retailer sends it. */
function InvoiceFilter({ filter, setFilter, withPayment, children }: InvoiceFilterProps) {
  const { text } = useTexts()
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  // The address follows what is typed.
  const [query, setQuery] = useState(filter.query)
  const statuses = ['all', ...LISTED_PAYMENT_STATUSES] as const
  const find = (typed: string) => {
    setQuery(typed)
    setFilter({ ...filter, query: typed })
  }
  const showAll = () => {
    setQuery('')
    setFilter(EMPTY_FILTER)
    // The button goes with the filter.
    search.current?.focus()
  }
  return (
    <div className={classes('ui-row ui-wrap ui-screen-only', styles.filter)}>
      <label htmlFor={id} className="ui-note">
        {text('invoices.search')}
      </label>
      <input
        ref={search}
        id={id}
        type="search"
        className={styles.search}
        value={query}
        onChange={event => find(event.target.value)}
      />
      {withPayment && (
        <Select<InvoiceFilterState['payment']>
          label={text('order.payment')}
          options={statuses.map(status => ({ id: status, label: text(`invoices.payment.${status}`) }))}
          value={filter.payment}
          onChange={payment => setFilter({ ...filter, payment })}
          shortLabel={`${text('order.payment')}: ${text(`invoices.payment.${filter.payment}`)}`}
          variant="quiet"
        />
      )}
      <p role="status" className="ui-note">
        {children}
      </p>
      {children && (
        <Button variant="text" size="small" onClick={showAll}>
          {text('invoices.show-all')}
        </Button>
      )}
    </div>
  )
}

interface InvoiceFilterProps {
  filter: InvoiceFilterState
  setFilter: (filter: InvoiceFilterState) => void
  withPayment: boolean
  /** How many invoices are shown while the filter is set; announced. */
  children: ReactNode
}

/** The invoices of a year on a large screen, and on paper. */
function InvoiceTable({ invoices, year }: InvoiceTableProps) {
  const { text } = useTexts()
  return (
    <table className={styles.table} aria-label={text('invoices.of-year', { year })}>
      <thead>
        <tr>
          <th scope="col">{text('invoices.number')}</th>
          <th scope="col">{text('invoices.date')}</th>
          <th scope="col">{text('orders.tab')}</th>
          <th scope="col" className={styles.end}>
            {text('invoices.amount')}
          </th>
          <th scope="col" className={styles.document}>
            {text('invoices.document')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map(invoice => (
          <InvoiceRow key={`${invoice.channel} ${invoice.id}`} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

interface InvoiceTableProps {
  /** Newest first. */
  invoices: readonly HistoricalInvoice[]
  year: string
}

function InvoiceRow({ invoice }: { invoice: HistoricalInvoice }) {
  const texts = useTexts()
  const kind = kindLabel(texts, invoice)
  const payment = paymentLabel(texts, invoice)
  return (
    <tr>
      <th scope="row">
        {invoice.invoiceNumber}
        {kind && <span className="ui-note ui-block ui-plain">{kind}</span>}
      </th>
      <td>{dayLabel(texts, `${invoice.date}T00:00:00`)}</td>
      <td>
        <InvoiceOrders orders={invoice.orders} label={code => code} />
      </td>
      <td className={styles.end}>
        <span className={styles.amount}>{moneyLabel(texts, invoice.amount, invoice.currency)}</span>
        {payment && <span className="ui-note ui-block ui-plain">{payment}</span>}
      </td>
      <td className={styles.document}>
        <InvoiceDocument invoice={invoice} />
      </td>
    </tr>
  )
}

/** Returns the label of the document's kind; undefined for a plain invoice. */
function kindLabel({ text }: Texts, { kind, corrects }: HistoricalInvoice): string | undefined {
  if (kind === 'collective') return text('invoices.collective')
  if (kind === 'credit-note') return text('invoices.credit-note', { numbers: corrects.join(', ') })
  return undefined
}

/** Returns the label of the payment status; undefined while it is not known, or for a later status. */
function paymentLabel({ text }: Texts, { paymentStatus }: HistoricalInvoice): string | undefined {
  const status = LISTED_PAYMENT_STATUSES.find(each => each === paymentStatus)
  return status && text(`invoices.payment.${status}`)
}

/** The order that an invoice charges, or their number. An order that has not arrived yet is not a link. */
function InvoiceOrders({
  orders,
  label,
}: Pick<HistoricalInvoice, 'orders'> & { label: (code: string) => string }) {
  const { text } = useTexts()
  const [order] = orders
  if (!order) return null
  if (orders.length > 1) return text('orders.count', { count: orders.length })
  if (!order.isKnown) return label(order.code)
  return (
    <Link to={PATHS.order} params={{ orderCode: order.code }} className={styles.link}>
      {label(order.code)}
    </Link>
  )
}
