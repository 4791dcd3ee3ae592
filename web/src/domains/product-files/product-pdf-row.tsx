import FileDown from 'lucide-react/icons/file-down'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ProductPdf } from '#contract/product-files.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListRow, RowNote } from '#web/ui/list-rows.tsx'
import styles from './product-pdfs.module.css'
import { usePdfDownload } from './use-pdf-download.ts'

/** One PDF with its order, its date and its download. */
export function ProductPdfRow({ pdf }: { pdf: ProductPdf }) {
  const texts = useTexts()
  const { text } = texts
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
          {text(hasFailed ? 'action.try-again' : 'product-pdfs.download')}
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
