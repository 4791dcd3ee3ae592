import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ListRows } from '#web/ui/list-rows.tsx'
import { productPdfsQuery } from './product-file-queries.ts'
import { ProductPdfRow } from './product-pdf-row.tsx'
import styles from './product-pdfs.module.css'
import { useProductFileChanges } from './use-product-file-changes.ts'

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
        {pdfs.length > 0 && <span className={styles.count}>{number(pdfs.length)}</span>}
      </h2>
      {query.isError && (
        <AlertBanner kind="error" onRetry={() => void query.refetch()}>
          {text('product-pdfs.load-failed')}
        </AlertBanner>
      )}
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
