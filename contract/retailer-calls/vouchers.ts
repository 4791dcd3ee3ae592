import { z } from 'zod'
import { orderCode } from '../retailer-orders.ts'
import { retailerVoucher } from '../retailer-vouchers.ts'
import { retailerCall } from './retailer-call.ts'

/** The current voucher of an ordered product, with the version in which it is sent; 404 when it has none. */
export const refreshVoucher = retailerCall('POST', '/vouchers/:code/refresh', {
  params: z.object({ code: orderCode }),
  answer: retailerVoucher,
})
