import { queryOptions } from '@tanstack/react-query'
import { getProductFiles, getProductPdfs } from '#contract/product-files.ts'
import { call } from '#web/platform/http/call.ts'

/** Prefix of the keys of all queries of this domain. */
export const PRODUCT_FILES_KEY = ['product-files'] as const

/** The printable PDFs of all products, newest first. */
export const productPdfsQuery = queryOptions({
  queryKey: [...PRODUCT_FILES_KEY, 'pdfs'],
  queryFn: ({ signal }) => call(getProductPdfs, undefined, { signal }).then(({ pdfs }) => pdfs),
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
