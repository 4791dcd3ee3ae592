import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { feedInstant } from './feed-dates.ts'
import { accountIdInput } from './id.ts'
import { orderCode } from './retailer-orders.ts'
import { dryRunFields, listBack, readBack, VERSION_MAX, versionAnswer } from './retailer-states.ts'
import { wholeNumber } from './scalars.ts'

/* Files of ordered products as the retailer sends them: bytes as the body, the rest in the address. */

/** Most bytes of a file as sent, and of the PDF in it. */
export const PRODUCT_FILE_MAX_BYTES = 200 * 1024 * 1024

/** Purpose of a file; all files are PDFs. */
const purpose = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}\.pdf$/)

export const putProductFile = endpoint('PUT', 'productFiles', '/retailer/products/:code/files/:purpose', {
  policy: 'service',
  serviceScope: 'product-files:write',
  summary:
    'Stores a version of a PDF of an ordered product, raw or zipped; it may arrive before the order (AA-088)',
  params: z.object({ code: orderCode, purpose }),
  query: z.strictObject({
    /** Incremented with each change of the file. */
    version: wholeNumber({ min: 1, max: VERSION_MAX }),
    accountId: accountIdInput,
    /** When the file was created; now if absent. */
    createdAt: feedInstant.optional(),
    ...dryRunFields,
  }),
  /** The type is detected from the first bytes, not from the media type. */
  receivesFile: ['application/pdf', 'application/zip', 'application/octet-stream'],
  answer: versionAnswer,
  errors: ['not-found', 'conflict', 'too-large', 'unsupported-type', 'storage-full'],
})

export const getRetailerProductFile = readBack(putProductFile, {
  summary: 'What is stored of a file: the parameters of its call, and the SHA-256 of the PDF (NX-358)',
})
export const getRetailerProductFiles = listBack(putProductFile, {
  summary: 'Files of products that were sent since an instant',
})
