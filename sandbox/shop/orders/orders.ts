import type { Logger } from 'pino'
import { openRecordFiles, type RecordFiles } from '../storage/record-files.ts'
import { ORDER_CODE, type Order, order } from './order.ts'

/** The stored orders, by code. */
export type Orders = Omit<RecordFiles<Order>, 'remove' | 'removeAll'>

/** Opens the folder of the orders. */
export const openOrders = (folder: string, log: Logger): Promise<Orders> =>
  openRecordFiles(folder, { schema: order, idPattern: ORDER_CODE, getId: ({ code }) => code }, log)
