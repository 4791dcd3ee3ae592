import { useQuery } from '@tanstack/react-query'
import FileDown from 'lucide-react/icons/file-down'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowNote } from '#web/ui/list-rows.tsx'
import { productFilesQuery, productPdfsQuery, usePdfDownload } from './product-file-queries.ts'

/**
 * The download of an ordered product's PDF; nothing unless its files have one. Requests files only of
 * products in the list of PDFs: most orders have none, and need one call in all.
 */
export function ProductPdfAction({ code, title }: { code: string; title: string }) {
  const { text } = useTexts()
  const { data: pdfs = [] } = useQuery(productPdfsQuery)
  const isListed = pdfs.some(pdf => pdf.code === code)
  const { data: files = [] } = useQuery({ ...productFilesQuery(code), enabled: isListed })
  const download = usePdfDownload({ code, title })
  if (!isListed || !files.some(({ purpose }) => purpose === PRODUCT_PDF)) return null
  return (
    <>
      <Button
        variant="text"
        size="small"
        icon={FileDown}
        pending={download.isPending}
        aria-label={text('product-pdfs.download-of', { name: title })}
        onClick={() => download.mutate()}
      >
        {text('action.download-pdf')}
      </Button>
      {download.isError && (
        <div role="alert">
          <RowNote kind="error">{text('product-pdfs.failed')}</RowNote>
        </div>
      )}
    </>
  )
}
