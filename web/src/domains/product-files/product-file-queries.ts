import { queryOptions } from '@tanstack/react-query'
import { getProductFiles, getProductPdfs } from '#contract/product-files.ts'
import { call } from '#web/platform/http/call.ts'

/** Prefix of the keys of all queries of this domain. */
export const PRODUCT_FILES = ['product-files'] as const

/** The printable PDFs of all products, newest first (AA-088). */
export const productPdfsQuery = queryOptions({
  queryKey: [...PRODUCT_FILES, 'pdfs'],
  queryFn: ({ signal }) => call(getProductPdfs, undefined, { signal }).then(({ pdfs }) => pdfs),
  // Every product of a page reads it; changes arrive over the library socket.
  staleTime: 30_000,
})

/** The files of an ordered product (AA-087). */
export const productFilesQuery = (code: string) =>
  queryOptions({
    queryKey: [...PRODUCT_FILES, 'product', code],
    queryFn: ({ signal }) => {
      const query = { extendResponseCommand: 'none', extendResponseWithUrls: 'false' } as const
      return call(getProductFiles, { params: { code }, query }, { signal }).then(({ files }) => files)
    },
  })
