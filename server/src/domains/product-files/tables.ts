import { type Instant, local, type TablesOf } from '../../schema.ts'

export const productFileTables = {
  unused_product_blobs: local<UnusedProductBlobsTable>('account_id'),
  product_files: local<ProductFilesTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof productFileTables> {}
}

/** The PDFs of ordered products; a file may arrive before its order. */
export interface ProductFilesTable {
  product_code: string
  purpose: string
  account_id: string
  version: number
  /** The blob of the file as received. */
  blob_key: string
  /** Location of the PDF in the blob. */
  content_start: number
  content_length: number
  /** Whether those bytes are deflated (RFC 1951). */
  deflated: boolean
  /** Bytes and SHA-256 of the PDF as it is delivered. */
  size: number
  sha256: string
  created_at: Instant
  updated_at: Instant
}

/** Blobs that no file references: of files that are being received, and of replaced versions. */
export interface UnusedProductBlobsTable {
  blob_key: string
  account_id: string
  /** When the blob is removed. */
  remove_at: Instant
}
