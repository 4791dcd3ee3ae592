import { z } from 'zod'
import { homeAddressInput } from './delivery-address.ts'
import { nameText } from './input/text.ts'
import { orderCode } from './retailer-orders.ts'

/** Bytes of an order file. */
export const ORDER_FILE_MAX_BYTES = 1024 * 1024
/** Most order files of an account, including partial ones. */
export const ORDER_FILES_MAX = 200
/** Days for which a file and its result can be read. */
export const ORDER_FILE_DAYS = 30
/** Days for which a partial file can be resumed. */
export const PARTIAL_FILE_DAYS = 3

/** Products that a business orders again by a file, which is JSON in UTF-8. */
export const orderFile = z.strictObject({
  /** The customer's own number of the order, by which submissions are idempotent. */
  reference: nameText({ max: 60 }),
  products: z
    .array(
      z.strictObject({
        code: orderCode,
        copies: z.int().min(1).max(99).default(1),
      }),
    )
    .min(1)
    .max(100),
  /** Left out: each product is delivered to its previous address. */
  deliveryAddress: homeAddressInput.optional(),
})
export type OrderFile = z.infer<typeof orderFile>
export type OrderFileInput = z.input<typeof orderFile>
