import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import DownloadIcon from 'lucide-react/icons/download'
import { getOrderDocumentPdf, getOrderDocuments, type OrderDocument } from '#contract/order-documents.ts'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { call, callFile } from '#web/platform/http/call.ts'
import { dayLabel, instantDayLabel } from '#web/platform/i18n/dates.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './order-documents.module.css'
import sectionStyles from './order-section.module.css'

/** Receipt, invoice and credit notes of an order with their PDFs; nothing while there are none. */
export function OrderDocuments({ code }: { code: string }) {
  const { text } = useTexts()
  const { data: documents } = useQuery(documentsQuery(code))
  // The retailer corrects a failed one, which then comes back.
  const shown = documents?.filter(({ state }) => state !== 'failed') ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="documents" className={sectionStyles.section}>
      <h2 id="documents" className={classes('ui-row8 ui-above24', sectionStyles.title)}>
        {text('order.documents')}
      </h2>
      <ul className="ui-ruled">
        {shown.map(document => (
          <Row key={document.id} document={document} />
        ))}
      </ul>
    </section>
  )
}

function Row({ document }: { document: OrderDocument }) {
  const { texts, text } = useTexts()
  const { id, number, kind, date, amount, currency, state, availableFrom } = document
  const download = useMutation({
    mutationFn: () => callFile(getOrderDocumentPdf, { params: { id } }),
    onSuccess: pdf => saveBlob(pdf, `${number.replaceAll('/', '-')}.pdf`),
  })
  const label = kind === 'receipt' || kind === 'credit-note' ? kind : 'invoice'
  return (
    <li className={classes('ui-row12 ui-between', styles.row)}>
      <div className="ui-narrow ui-breaks">
        <p>
          {text(`order.documents.${label}`)} {number}
        </p>
        <p className="ui-note">
          {dayLabel(texts, `${date}T00:00:00`)} ·{' '}
          <span className="ui-nowrap">{moneyLabel(texts, amount, currency)}</span>
        </p>
        {download.isError && (
          <p role="alert" className="ui-small ui-critical">
            {text('invoices.download-failed')}
          </p>
        )}
      </div>
      {state === 'ready' ? (
        <IconButton
          icon={DownloadIcon}
          label={text('invoices.download-of', { number })}
          aria-busy={download.isPending}
          onClick={() => download.isPending || download.mutate()}
        />
      ) : (
        <span className="ui-note">
          {availableFrom
            ? text('invoices.available-from', { date: instantDayLabel(texts, availableFrom) })
            : text('invoices.preparing')}
        </span>
      )}
    </li>
  )
}

/** Time until documents are read again while a PDF is being prepared. */
const DOCUMENTS_POLL_MS = 10_000

/** Loads receipt, invoices and credit notes of an order; again while a PDF is being prepared. */
const documentsQuery = (code: string) =>
  queryOptions({
    queryKey: ['orders', 'documents', code],
    queryFn: ({ signal }) =>
      call(getOrderDocuments, { query: { orderCode: code } }, { signal }).then(({ documents }) => documents),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, availableFrom }) => state !== 'ready' && state !== 'failed' && !availableFrom)
        ? DOCUMENTS_POLL_MS
        : false,
  })
