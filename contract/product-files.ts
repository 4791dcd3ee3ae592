import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { changesQuery, nextCursor, PAGE_MAX, pageLimit } from './paging.ts'
import { resourceVersion } from './resource-version.ts'
import { count, instant } from './scalars.ts'

/** The purpose of the printable PDF of a product. */
export const PRODUCT_PDF = 'product.pdf'

/** Any text, so that a malformed code is answered like an unknown one. */
const productCode = text({ max: 200 })

const productFile = z.object({
  /** Purpose of the file, such as `product.pdf`. */
  purpose: z.string(),
  ...resourceVersion,
  createdAt: instant,
  /** Bytes of the file as it is delivered. */
  size: count,
  /** Of the file as it is delivered, in hexadecimal. */
  sha256: z.string(),
})

export const getProductFiles = endpoint('GET', 'productFiles', '/v1/Products/:code', {
  policy: 'customer',
  scope: 'product-files:read',
  summary: 'The files of an ordered product of the caller, by purpose (AA-087)',
  params: z.object({ code: productCode }),
  query: z.strictObject({
    extendResponseCommand: z.literal('none').optional(),
    extendResponseWithUrls: z.literal('false').optional(),
  }),
  answer: z.object({ code: z.string(), files: z.array(productFile) }),
  errors: ['not-found'],
})

export const getProductPdf = endpoint('GET', 'productFiles', '/v1/pdf/me/:code', {
  policy: 'customer',
  scope: 'product-files:read',
  summary: 'The printable PDF of an ordered product of the caller, unpacked, or a range of it (AA-088)',
  params: z.object({ code: productCode }),
  sendsFile: ['application/pdf'],
  sendsRanges: true,
  isVersioned: true,
  errors: ['not-found', 'range-not-satisfiable'],
})

/** The printable PDF of an ordered product. */
const productPdf = z.object({
  /** Code of the ordered product. */
  code: z.string(),
  orderCode: z.string(),
  title: z.string(),
  ...resourceVersion,
  createdAt: instant,
  /** Bytes of the unpacked PDF, and their SHA-256 in hexadecimal. */
  size: count,
  sha256: z.string(),
  /** A photo of the customer's library that shows the product. */
  picture: z.string().nullable(),
})
export type ProductPdf = z.infer<typeof productPdf>

export const getProductPdfs = endpoint('GET', 'productFiles', '/v1/Pdfs/me', {
  policy: 'customer',
  scope: 'product-files:read',
  summary:
    'The printable PDFs of the caller’s ordered products, newest first (AA-088, OP-73), or with `changedSince` the oldest change first (NX-442)',
  query: z.strictObject({ ...changesQuery, limit: pageLimit(PAGE_MAX) }),
  answer: z.object({ pdfs: z.array(productPdf), cursor: nextCursor }),
})
