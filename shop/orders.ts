import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import { z } from 'zod'
import { retailerOrder } from '#contract/retailer-orders.ts'
import { createFile, moveFile, readJson, writeFile } from './storage/json-files.ts'

const order = z.object({
  code: z.string(),
  /** Hash of the cookie of the browser that placed it. */
  visitor: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  lines: z.array(z.object({ photoId: z.string(), name: z.string(), size: z.string(), quantity: z.int() })),
  /** In minor units. */
  shipping: z.int(),
  total: z.int(),
  /** The body of the call to Keepsake. */
  sent: retailerOrder,
  tries: z.int(),
  /** Time and status of the last failed attempt. */
  problem: z.string().optional(),
  /** From Keepsake's acknowledgement. */
  lastOrderDate: z.string().nullable().optional(),
})
export type Order = z.infer<typeof order>

/** waiting: not acknowledged by Keepsake. told: acknowledged. refused: permanently, needs manual action. */
export const ORDER_STATES = ['waiting', 'told', 'refused'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export interface Orders {
  /** Stores an order durably in state 'waiting'; idempotent: an existing order with this code is left unchanged. */
  place(order: Order): Promise<void>
  find(code: string): Promise<{ order: Order; state: OrderState } | undefined>
  /** Stores the order after an attempt to send it and moves it to the folder of its state. */
  recordAttempt(order: Order, state: OrderState): Promise<void>
  /** Codes of the orders in state 'waiting'. */
  unacknowledgedCodes(): Promise<string[]>
}

export async function openOrders(folder: string): Promise<Orders> {
  for (const state of ORDER_STATES) await mkdir(join(folder, state), { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const pathOf = (state: OrderState, code: string) => join(folder, state, `${code}.json`)
  const find: Orders['find'] = async code => {
    if (!CODE.test(code)) return undefined
    for (const state of ORDER_STATES) {
      const found = await readJson(pathOf(state, code))
      if (found !== undefined) return { order: order.parse(found), state }
    }
    return undefined
  }
  return {
    find,
    place: placed =>
      lock.acquire(placed.code, async () => {
        if (await find(placed.code)) return
        await createFile(pathOf('waiting', placed.code), JSON.stringify(placed))
      }),
    recordAttempt: (sent, state) =>
      lock.acquire(sent.code, async () => {
        const path = pathOf('waiting', sent.code)
        await writeFile(path, JSON.stringify(sent))
        if (state !== 'waiting') await moveFile(path, pathOf(state, sent.code))
      }),
    async unacknowledgedCodes() {
      const names = await readdir(join(folder, 'waiting'))
      return names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -5))
    },
  }
}

const CODE = /^P-[A-Z0-9]{12}$/

/** The code of a draft's order. Deterministic, so that placing it twice makes one order. */
export function codeOf(draftId: string): string {
  const digest = createHash('sha256').update(`order:${draftId}`).digest()
  return `P-${[...digest.subarray(0, 12)].map(byte => LETTERS[byte % LETTERS.length]).join('')}`
}

/** Without characters that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
