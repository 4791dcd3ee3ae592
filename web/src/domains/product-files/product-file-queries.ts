import { queryOptions, useMutation, usePrefetchQuery } from '@tanstack/react-query'
import { getProductFiles, getProductPdf, getProductPdfs } from '#contract/product-files.ts'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { call, callFile } from '#web/platform/http/call.ts'
import { readPages } from '#web/platform/http/read-pages.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'

/** Prefix of the keys of all queries of this domain. */
const PRODUCT_FILES_KEY = ['product-files'] as const

/** The printable PDFs of all products, newest first. */
export const productPdfsQuery = queryOptions({
  queryKey: [...PRODUCT_FILES_KEY, 'pdfs'],
  queryFn: async ({ signal }) => {
    const pages = await readPages(query => call(getProductPdfs, { query }, { signal }))
    return pages.flatMap(({ pdfs }) => pdfs)
  },
  // All products on a page share this query; the library socket invalidates it.
  staleTime: 30_000,
})

/** Loads the files of an ordered product. */
export const productFilesQuery = (code: string) =>
  queryOptions({
    queryKey: [...PRODUCT_FILES_KEY, 'product', code],
    queryFn: ({ signal }) => {
      const query = { extendResponseCommand: 'none', extendResponseWithUrls: 'false' } as const
      return call(getProductFiles, { params: { code }, query }, { signal }).then(({ files }) => files)
    },
  })

/** Reads the files again when one, or the order that it belongs to, has arrived. */
export const useProductFileChanges = (): void =>
  useInvalidateOnPush(PRODUCT_FILES_KEY, 'product-file-changed', 'order-changed')

/** Prefetches the list of PDFs for a page of ordered products, and keeps it up to date. */
export function useProductFiles(): void {
  usePrefetchQuery(productPdfsQuery)
  useProductFileChanges()
}

/** Downloads the PDF of a product on press, under the product's title. */
export function usePdfDownload({ code, title }: { code: string; title: string }) {
  return useMutation({
    mutationFn: () => callFile(getProductPdf, { params: { code } }),
    onSuccess: pdf => saveBlob(pdf, `${title}.pdf`),
  })
}
