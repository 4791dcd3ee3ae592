import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressForTests } from '#server/testing/addresses.ts'
import { type Order, order } from './order.ts'

/** The home of the orders. */
export const HOME = { type: 'Home', ...addressForTests() } as const

/** The code of an order by its number. */
export const createCode = (index: number): string =>
  `P-${[...String(index).padStart(12, '0')].map(digit => 'ABCDEFGHJK'[Number(digit)]).join('')}`

/**
 * Writes a paid order into the folder of the shop's orders, before the shop starts: confirmed, or delivered three days ago with a
 * product to be returned. Keepsake has it only once it is told. Returns what Keepsake is to be told.
 */
export async function writePaidOrder(
  folder: string,
  { code, accountId, isDelivered = false }: { code: string; accountId: string; isDelivered?: boolean },
): Promise<Order['state']> {
  const now = Date.now()
  const at = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const status = isDelivered ? 'Dispatched' : 'Confirmed'
  const productCodes = [`${code}-1`]
  const file = order.parse({
    code,
    visitor: 'nobody',
    channel: 'KEEPSAKE-GB',
    libraryUrl: 'https://my.keepsake.example/my-photos/photos',
    lines: [],
    step: status,
    stepAt: at(1),
    held: false,
    payment: { state: 'paid', token: 'none' },
    isInvoiced: true,
    state: {
      version: 1,
      accountId,
      createdAt: at(6),
      status,
      history: [{ status, at: at(5) }],
      products: [{ code: `${code}-1`, article: 'Frame', title: 'Oak frame', withdrawable: true }],
      parcels: isDelivered
        ? [{ number: '1', carrier: 'Postline', shippedAt: at(4), deliveredAt: at(3), productCodes }]
        : [],
      deliveryAddress: HOME,
      total: { amount: 500, currency: 'GBP' },
      ...(!isDelivered && { cancelUntil: at(-1) }),
    },
  })
  await writeFile(join(folder, `${code}.json`), JSON.stringify(file))
  return file.state
}

/** Reads an order as the shop has it. */
export const readOrder = async (folder: string, code: string): Promise<Order> =>
  order.parse(JSON.parse(await readFile(join(folder, `${code}.json`), 'utf8')))

/** Reads the records of the shop in a folder, by id. */
export async function readRecords(folder: string): Promise<Record<string, unknown>> {
  const files = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.json'))
  const records = files.map(async name => [
    decodeURIComponent(name.slice(0, -'.json'.length)),
    JSON.parse(await readFile(join(folder, name), 'utf8')),
  ])
  return Object.fromEntries(await Promise.all(records))
}
