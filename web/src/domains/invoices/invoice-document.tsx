import { useMutation, useQueryClient } from '@tanstack/react-query'
import DownloadIcon from 'lucide-react/icons/download'
import {
  getInvoiceGroupFile,
  getInvoicePdf,
  type HistoricalInvoice,
  retryInvoice,
} from '#contract/invoices.ts'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { call, callFile } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import styles from './invoices.module.css'

/** The PDF of an invoice, or why there is none yet. `compact` has an icon instead of a button with text. */
export function InvoiceDocument({ invoice, compact = false }: DocumentProps) {
  const { texts, text } = useTexts()
  if (invoice.status === 'ready') return <DownloadPdf invoice={invoice} compact={compact} />
  if (invoice.status === 'failed') return <FailedPdf invoice={invoice} />
  const { availableFrom } = invoice
  return (
    <span className={classes('ui-note', styles.state)}>
      {availableFrom
        ? text('invoices.available-from', { date: instantDayLabel(texts, availableFrom) })
        : text('invoices.preparing')}
    </span>
  )
}

interface DocumentProps {
  invoice: HistoricalInvoice
  compact?: boolean
}

function DownloadPdf({ invoice, compact }: DocumentProps) {
  const { text } = useTexts()
  const { invoiceNumber: number } = invoice
  const download = useMutation({
    mutationFn: () => fetchPdf(invoice),
    onSuccess: pdf => saveBlob(pdf, `${number.replaceAll('/', '-')}.pdf`),
  })
  const label = text('invoices.download-of', { number })
  const onClick = () => download.mutate()
  return (
    <>
      {compact ? (
        <IconButton
          icon={DownloadIcon}
          label={label}
          aria-busy={download.isPending}
          onClick={() => download.isPending || onClick()}
        />
      ) : (
        <Button
          variant="text"
          icon={DownloadIcon}
          aria-label={label}
          pending={download.isPending}
          onClick={onClick}
        >
          {text('action.download-pdf')}
        </Button>
      )}
      {download.isError && (
        <p role="alert" className={classes('ui-small ui-critical', styles.failed)}>
          {text('invoices.download-failed')}
        </p>
      )}
    </>
  )
}

function fetchPdf({ id, channel, invoiceGroupId }: HistoricalInvoice): Promise<Blob> {
  return invoiceGroupId === undefined
    ? callFile(getInvoicePdf, { params: { id, channel } })
    : callFile(getInvoiceGroupFile, { params: { id: invoiceGroupId } })
}

/** The retailer corrects wrong figures; everything else the customer can try again. */
function FailedPdf({ invoice: { id, invoiceNumber: number, canRetry } }: DocumentProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryInvoice, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: invoicesQuery.queryKey }),
  })
  return (
    <span className={classes('ui-inline-row ui-wrap', styles.failure)}>
      <span className={classes('ui-small ui-critical', styles.failed)}>
        {text(canRetry ? 'invoices.failed' : 'invoices.being-corrected')}
      </span>
      {canRetry && (
        <Button
          variant="text"
          size="small"
          pending={retry.isPending}
          aria-label={text('invoices.retry-of', { number })}
          onClick={() => retry.mutate()}
        >
          {text('action.try-again')}
        </Button>
      )}
    </span>
  )
}
