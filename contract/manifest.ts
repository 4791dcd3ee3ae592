import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { cursor, nextCursor } from './paging.ts'
import { resourceVersion } from './resource-version.ts'
import { count } from './scalars.ts'

/** Entries of a page of a month. */
export const MANIFEST_PAGE = 1000

/** YYYY-MM. */
const month = z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/)

const manifestEndpoint = { policy: 'business', scope: 'orders:read' } as const

/**
 * The SHA-256, in hexadecimal, of a line for each entry, sorted by their bytes in UTF-8: 'order', the code and the version, or
 * 'invoice', the number and the version, with a space between and a line feed after them.
 */
const hash = z.string()

export const getManifest = endpoint('GET', 'callbacks', '/v1/manifest', {
  ...manifestEndpoint,
  summary:
    'How many orders and invoices the caller has by month, newest first, with a hash of their versions (NX-443); invoices only for keys that read them',
  answer: z.object({ months: z.array(z.object({ month, orders: count, invoices: count, hash })) }),
})

export const getManifestOfMonth = endpoint('GET', 'callbacks', '/v1/manifest/:month', {
  ...manifestEndpoint,
  summary:
    'The versions of the caller’s orders placed in a month (UTC) and invoices issued in it, in the order of the hash (NX-443)',
  params: z.object({ month }),
  query: z.strictObject({ cursor }),
  answer: z.object({
    items: z.array(
      z.object({
        type: z.enum(['order', 'invoice']),
        /** The code of an order, the number of an invoice. */
        id: z.string(),
        ...resourceVersion,
        /** Of an invoice, for its PDF. */
        invoiceId: id.optional(),
        channel: z.string().optional(),
        /** SHA-256 of the PDF, in hexadecimal; absent until the PDF is ready. */
        sha256: z.string().optional(),
      }),
    ),
    /** Of all entries of the month. */
    hash,
    cursor: nextCursor,
  }),
  errors: ['not-found'],
})
