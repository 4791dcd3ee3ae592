import { useQuery } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { HistoricalInvoice } from '#contract/invoices.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { TabList } from '#web/ui/tab-list.tsx'
import { ArchiveDownloads } from './archive-downloads.tsx'
import { InvoiceCards } from './invoice-cards.tsx'
import { InvoiceFilter } from './invoice-filter.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { InvoicesLoading } from './invoices-loading.tsx'
import { useInvoiceFilter } from './use-invoice-filter.ts'

/** The invoices of a business customer by year, with their PDFs (AA-084). */
export function Invoices() {
  const { text } = useTexts()
  const { data: invoices, isError, refetch } = useQuery(invoicesQuery)
  const failure = isError && (
    <AlertBanner kind="error" onRetry={() => void refetch()}>
      <ContactText id="app.error.text" />
    </AlertBanner>
  )
  if (!invoices) return failure || <InvoicesLoading />
  if (invoices.length === 0) return <EmptyState icon={ReceiptText} title={text('invoices.empty')} />
  return (
    <>
      <InvoiceYears invoices={invoices} />
      {failure}
    </>
  )
}

/** A tab for each year with invoices, the newest first; a long year can be searched. */
function InvoiceYears({ invoices }: { invoices: readonly HistoricalInvoice[] }) {
  const { text, number } = useTexts()
  const isCards = isMobile(useScreenSize())
  const years = [...Map.groupBy(invoices, ({ date }) => date.slice(0, 4))]
  const [chosenYear, selectYear] = useTabState('keepsake.invoice-year', isText, '')
  const [selectedYear, yearInvoices] = years.find(([year]) => year === chosenYear) ?? years[0]!
  const { filter, setFilter, isShown, isSet, withPayment, matching } = useInvoiceFilter(yearInvoices)
  return (
    <div className={styles.years}>
      <TabList
        idPrefix="invoices"
        label={text('invoices.years')}
        tabs={years.map(([id, { length }]) => ({ id, label: id, count: number(length) }))}
        selected={selectedYear}
        onSelect={selectYear}
      >
        <p className={styles.printedYear}>{selectedYear}</p>
        <ArchiveDownloads key={selectedYear} invoices={yearInvoices} year={selectedYear} />
        {isShown && (
          <InvoiceFilter filter={filter} onChange={setFilter} withPayment={withPayment}>
            {isSet && text('invoices.shown', { count: matching.length, total: yearInvoices.length })}
          </InvoiceFilter>
        )}
        {matching.length === 0 && <EmptyState title={text('invoices.none-found', { year: selectedYear })} />}
        {matching.length > 0 &&
          (isCards ? (
            <InvoiceCards invoices={matching} year={selectedYear} />
          ) : (
            <InvoiceTable invoices={matching} year={selectedYear} />
          ))}
      </TabList>
    </div>
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
