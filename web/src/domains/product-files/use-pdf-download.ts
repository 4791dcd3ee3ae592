import { useMutation } from '@tanstack/react-query'
import { getProductPdf } from '#contract/product-files.ts'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { callFile } from '#web/platform/http/call.ts'

/** Downloads the PDF of a product on press, under the product's title. */
export function usePdfDownload({ code, title }: { code: string; title: string }) {
  return useMutation({
    mutationFn: () => callFile(getProductPdf, { params: { code } }),
    onSuccess: pdf => saveBlob(pdf, `${title}.pdf`),
  })
}
