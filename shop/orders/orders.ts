import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import type { Logger } from 'pino'
import { createFile, readJson, writeFile } from '../storage/json-files.ts'
import { convertFormerOrders } from './former-orders.ts'
import { ORDER_CODE, type Order, order } from './order.ts'

/** The stored orders, one file each. What resolves is durable: a process may be killed at any line. */
export interface Orders {
  /** Stores a new order; false, and no change, when one with this code exists. */
  add(order: Order): Promise<boolean>
  find(code: string): Promise<Order | undefined>
  /** All orders; one that cannot be read is logged and left out. */
  list(): Promise<Order[]>
  /**
   * Changes an order; changes of one order run one at a time. An unchanged one is not stored again. Undefined when it does
   * not exist.
   */
  change(code: string, change: (order: Order) => Order): Promise<Order | undefined>
  /** Calls the listener after each order is stored, and with every stored order once when they are loaded. */
  onStored(listener: (order: Order) => void): void
  /** Passes all orders of an earlier process to the listeners. */
  load(): Promise<void>
}

/** Opens the folder and converts orders of its former form. */
export async function openOrders(folder: string, log: Logger): Promise<Orders> {
  await mkdir(folder, { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const listeners: ((order: Order) => void)[] = []
  const pathOf = (code: string) => join(folder, `${code}.json`)
  const publish = (stored: Order) => {
    for (const listener of listeners) listener(stored)
  }
  const find: Orders['find'] = async code => {
    const found = ORDER_CODE.test(code) ? await readJson(pathOf(code)) : undefined
    return found === undefined ? undefined : order.parse(found)
  }
  const add: Orders['add'] = async added => {
    const isNew = await createFile(pathOf(added.code), JSON.stringify(added))
    if (isNew) publish(added)
    return isNew
  }
  const list: Orders['list'] = async () => {
    const orders: Order[] = []
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue
      try {
        const found = await find(name.slice(0, -5))
        if (found) orders.push(found)
      } catch (err) {
        log.error({ err, file: name }, 'order cannot be read: needs manual action')
      }
    }
    return orders
  }
  await deleteTemporaryFiles(folder)
  await convertFormerOrders(folder, add, log)
  return {
    add,
    find,
    list,
    change: (code, change) =>
      lock.acquire(code, async () => {
        const before = await find(code)
        if (!before) return undefined
        const after = change(before)
        if (after === before) return before
        await writeFile(pathOf(code), JSON.stringify(after))
        publish(after)
        return after
      }),
    onStored: listener => void listeners.push(listener),
    async load() {
      for (const stored of await list()) publish(stored)
    },
  }
}

/** Deletes what processes left behind that were killed while they wrote. */
async function deleteTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.includes('.json~')) await rm(join(folder, name), { force: true })
}
