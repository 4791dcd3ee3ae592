import { usePrefetchQuery } from '@tanstack/react-query'
import { productPdfsQuery } from './product-file-queries.ts'
import { useProductFileChanges } from './use-product-file-changes.ts'

/** Prepares a page of ordered products: which of them have a PDF is asked for before they are known, and kept up to date. */
export function useProductFiles(): void {
  usePrefetchQuery(productPdfsQuery)
  useProductFileChanges()
}
