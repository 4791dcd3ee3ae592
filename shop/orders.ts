import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import { z } from 'zod'
import { retailerOrder } from '#contract/orders.ts'
import { createFile, moveFile, readJson, writeFile } from './keeping/json-files.ts'

const order = z.object({
  code: z.string(),
  /** Who placed it: the hash of the visitor's cookie. */
  visitor: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  lines: z.array(z.object({ photoId: z.string(), name: z.string(), size: z.string(), quantity: z.int() })),
  /** In hundredths. */
  shipping: z.int(),
  total: z.int(),
  /** What Keepsake is told. */
  sent: retailerOrder,
  tries: z.int(),
  /** Why the last try did not succeed. */
  problem: z.string().optional(),
  /** What Keepsake answered. */
  lastOrderDate: z.string().nullable().optional(),
})
export type Order = z.infer<typeof order>

/** waiting: Keepsake has not acknowledged it. refused: it never will, somebody has to look. */
export const ORDER_STATES = ['waiting', 'told', 'refused'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export interface Orders {
  /** On the disk when it resolves, in state 'waiting'; an order of this code that is there already stays as it is. */
  place(order: Order): Promise<void>
  find(code: string): Promise<{ order: Order; state: OrderState } | undefined>
  /** Notes how a delivery went; the order changes its state, which is the folder it lies in. */
  note(order: Order, state: OrderState): Promise<void>
  waiting(): Promise<string[]>
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
    note: (noted, state) =>
      lock.acquire(noted.code, async () => {
        const path = pathOf('waiting', noted.code)
        await writeFile(path, JSON.stringify(noted))
        if (state !== 'waiting') await moveFile(path, pathOf(state, noted.code))
      }),
    async waiting() {
      const names = await readdir(join(folder, 'waiting'))
      return names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -5))
    },
  }
}

const CODE = /^P-[A-Z0-9]{12}$/

/** The code of the order that comes of a draft: the same each time, so that ordering twice makes one order. */
export function codeOf(draftId: string): string {
  const digest = createHash('sha256').update(`order:${draftId}`).digest()
  return `P-${[...digest.subarray(0, 12)].map(byte => LETTERS[byte % LETTERS.length]).join('')}`
}

/** Without those that are easily taken for another one. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
