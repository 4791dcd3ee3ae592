import { usePrefetchQuery } from '@tanstack/react-query'
import { productPdfsQuery } from './product-file-queries.ts'
import { useProductFileChanges } from './use-product-file-changes.ts'

/** Prefetches the list of PDFs for a page of ordered products, and keeps it up to date. */
export function useProductFiles(): void {
  usePrefetchQuery(productPdfsQuery)
  useProductFileChanges()
}
