import { useMutation } from '@tanstack/react-query'
import DownloadIcon from 'lucide-react/icons/download'
import FileArchive from 'lucide-react/icons/file-archive'
import { getInvoiceArchiveUrl, type HistoricalInvoice } from '#contract/invoices.ts'
import { saveFile } from '#web/platform/files/save-file.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './invoices.module.css'

/** Downloads the PDFs of a year that are ready, or of one of its quarters, as one zip with a CSV. */
export function ArchiveDownloads({ invoices, year }: ArchiveDownloadsProps) {
  const { text } = useTexts()
  const download = useMutation({
    mutationFn: (period: string) => call(getInvoiceArchiveUrl, { params: { period } }),
    onSuccess: ({ url }, period) => saveFile(url, `invoices-${period}.zip`),
  })
  const readyInvoices = invoices.filter(({ status }) => status === 'ready')
  if (readyInvoices.length === 0) return null
  const missingCount = invoices.length - readyInvoices.length
  const quarters = [...new Set(readyInvoices.map(getQuarter))].sort()
  const getButtonProps = (period: string) => ({
    pending: download.isPending && download.variables === period,
    onClick: () => download.mutate(period),
  })
  return (
    <div className={classes('ui-row ui-wrap ui-screen-only', styles.archives)}>
      <Button icon={FileArchive} className={styles.archive} {...getButtonProps(year)}>
        {text('invoices.archive', { period: year })}
      </Button>
      <p className={classes('ui-row ui-note', styles.quarters)}>
        {text('invoices.quarters')}
        {quarters.map(quarter => {
          const name = text('invoices.quarter', { quarter })
          return (
            <Button
              key={quarter}
              variant="text"
              size="small"
              icon={DownloadIcon}
              aria-label={text('invoices.archive', { period: `${name} ${year}` })}
              {...getButtonProps(`${year}-Q${quarter}`)}
            >
              {text('invoices.quarter-zip', { name })}
            </Button>
          )
        })}
      </p>
      {missingCount > 0 && (
        <p className={classes('ui-note', styles.missing)}>
          {text('invoices.not-in-archive', { count: missingCount })}
        </p>
      )}
      {download.isError && (
        <p role="alert" className={classes('ui-small ui-critical', styles.failed)}>
          {text('invoices.archive-failed')}
        </p>
      )}
    </div>
  )
}

interface ArchiveDownloadsProps {
  /** All invoices of the year. */
  invoices: readonly HistoricalInvoice[]
  year: string
}

const getQuarter = ({ date }: HistoricalInvoice) => Math.ceil(Number(date.slice(5, 7)) / 3)
