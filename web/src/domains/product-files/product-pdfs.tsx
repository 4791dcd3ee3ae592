import { useQuery } from '@tanstack/react-query'
import FileDown from 'lucide-react/icons/file-down'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ProductPdf } from '#contract/product-files.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListRow, ListRows, RowNote } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { productPdfsQuery, usePdfDownload, useProductFileChanges } from './product-file-queries.ts'
import styles from './product-pdfs.module.css'

/** The section of the customer's product PDFs on the downloads screen; most customers have none, and no section. */
export function ProductPdfs() {
  useProductFileChanges()
  const { text, number } = useTexts()
  const query = useQuery(productPdfsQuery)
  const pdfs = query.data ?? []
  if (query.isPending) return <span hidden data-loading />
  if (pdfs.length === 0 && !query.isError) return null
  return (
    <section aria-labelledby="product-pdfs">
      <h2 id="product-pdfs">
        {text('product-pdfs.title')}
        {pdfs.length > 0 && <span className={classes('ui-note', styles.count)}>{number(pdfs.length)}</span>}
      </h2>
      {query.isError && <LoadFailed retry={query.refetch} id="product-pdfs.load-failed" />}
      {pdfs.length > 0 && (
        <ListRows>
          {pdfs.map(pdf => (
            <ProductPdfRow key={pdf.code} pdf={pdf} />
          ))}
        </ListRows>
      )}
    </section>
  )
}

/** One PDF with its order, its date and its download. */
function ProductPdfRow({ pdf }: { pdf: ProductPdf }) {
  const { texts, text } = useTexts()
  const { title: name, picture } = pdf
  const download = usePdfDownload(pdf)
  const hasFailed = download.isError
  return (
    <ListRow
      picture={
        <ProductPicture picture={picture === null ? null : { url: picture }} className={styles.picture} />
      }
      name={name}
      facts={[
        text('order.title', { code: pdf.orderCode }),
        instantDayLabel(texts, pdf.createdAt),
        fileSizeLabel(texts, pdf.size),
      ]}
      end={
        <Button
          variant="quiet"
          icon={hasFailed ? RotateCcw : FileDown}
          pending={download.isPending}
          aria-label={text(hasFailed ? 'product-pdfs.try-again-of' : 'product-pdfs.download-of', { name })}
          onClick={() => download.mutate()}
        >
          {text(hasFailed ? 'action.try-again' : 'action.download-pdf')}
        </Button>
      }
    >
      {hasFailed && (
        <div role="alert">
          <RowNote kind="error">{text('product-pdfs.failed')}</RowNote>
        </div>
      )}
    </ListRow>
  )
}
