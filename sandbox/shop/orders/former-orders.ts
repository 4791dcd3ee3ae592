import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isMissing, readJson } from '../storage/json-files.ts'
import { createSyncState, generatePaymentToken, type Order } from './order.ts'

/** Folders of orders from before versions; the folder was the order's state. */
const FORMER_FOLDERS = ['waiting', 'told', 'refused']

const word = z.string().min(1).max(200)

/** The file of an order from before versions; all of them were paid. */
const formerOrder = z.object({
  code: z.string(),
  visitor: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  lines: z.array(z.object({ photoId: z.string(), name: z.string(), size: z.string(), quantity: z.int() })),
  /** In minor units. */
  shipping: z.int(),
  total: z.int(),
  lastOrderDate: z.string().nullable().optional(),
  sent: z.object({
    accountId: z.string(),
    createdAt: z.string(),
    status: z.literal('paymentSuccess'),
    source: word,
    products: z.array(z.object({ code: word, name: word, quantity: z.int() })),
    deliveryAddress: z.object({
      name: word,
      street: word,
      houseNumber: word,
      postalCode: word,
      city: word,
      country: z.string(),
    }),
    total: z.object({ currency: z.string() }),
  }),
})

/**
 * Converts orders of the former format to version 1 of the current one and removes their files. After a process was
 * killed, the next start converts the rest. A file that is not such an order is logged and stays.
 */
export async function convertFormerOrders(
  folder: string,
  add: (order: Order) => Promise<boolean>,
  log: Logger,
): Promise<void> {
  for (const former of FORMER_FOLDERS) {
    for (const name of await listNames(join(folder, former))) {
      const path = join(folder, former, name)
      try {
        await add(convertOrder(formerOrder.parse(await readJson(path))))
        await rm(path)
      } catch (err) {
        log.error({ err, file: path }, 'former order cannot be converted: needs manual action')
      }
    }
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => name.endsWith('.json'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Keepsake stored such orders as version 0, so that version 1 replaces them. */
function convertOrder({
  code,
  visitor,
  channel,
  libraryUrl,
  lines,
  lastOrderDate,
  ...former
}: z.infer<typeof formerOrder>): Order {
  const { accountId, createdAt, status, source, products, deliveryAddress: to, total } = former.sent
  return {
    code,
    visitor,
    channel,
    libraryUrl,
    lines,
    lastOrderDate,
    sync: createSyncState(),
    step: 'Confirmed',
    stepAt: createdAt,
    held: false,
    payment: { state: 'paid', token: generatePaymentToken() },
    state: {
      version: 1,
      accountId,
      createdAt,
      status,
      history: [{ status, at: createdAt }],
      source,
      products: products.map((product, index) => ({
        code: `${code}-${index + 1}`,
        article: product.code,
        title: product.name,
        quantity: product.quantity,
        history: [],
      })),
      parcels: [],
      deliveryAddress: {
        type: 'Home',
        lastName: to.name,
        street: to.street,
        streetNumber: to.houseNumber,
        postalCode: to.postalCode,
        city: to.city,
        countryCode: to.country,
      },
      total: { amount: former.total, currency: total.currency },
      deliveryCost: former.shipping,
    },
  }
}
