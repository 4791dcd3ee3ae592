import type { Logger } from 'pino'
import { openRecordFiles, type RecordFiles } from '../storage/record-files.ts'
import { convertFormerOrders } from './former-orders.ts'
import { ORDER_CODE, type Order, order } from './order.ts'

/** The stored orders, by code. */
export type Orders = Omit<RecordFiles<Order>, 'remove' | 'removeAll'>

/** Opens the folder and converts orders of its former form. */
export async function openOrders(folder: string, log: Logger): Promise<Orders> {
  const orders = await openRecordFiles(
    folder,
    { schema: order, idPattern: ORDER_CODE, idOf: ({ code }) => code },
    log,
  )
  await convertFormerOrders(folder, orders.add, log)
  return orders
}
