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
import { invoicesQuery } from './invoice-queries.ts'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { InvoicesLoading } from './invoices-loading.tsx'

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

/** A tab for each year with invoices, the newest first. */
function InvoiceYears({ invoices }: { invoices: readonly HistoricalInvoice[] }) {
  const { text, number } = useTexts()
  const isCards = isMobile(useScreenSize())
  const years = [...Map.groupBy(invoices, ({ date }) => date.slice(0, 4))]
  const [selectedYear, selectYear] = useSelectedYear(years.map(([year]) => year))
  const yearInvoices = years.find(([year]) => year === selectedYear)?.[1] ?? []
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
        {isCards ? (
          <InvoiceCards invoices={yearInvoices} year={selectedYear} />
        ) : (
          <InvoiceTable invoices={yearInvoices} year={selectedYear} />
        )}
      </TabList>
    </div>
  )
}

/** The year that is shown, also after coming back from an order and a reload; the newest at first. */
function useSelectedYear(years: readonly string[]) {
  const [year, selectYear] = useTabState('keepsake.invoice-year', isText, '')
  return [years.includes(year) ? year : years[0]!, selectYear] as const
}

const isText = (value: unknown): value is string => typeof value === 'string'
