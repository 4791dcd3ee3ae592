import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { startServerWithShop } from '../testing/server-with-shop.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { type Order, order } from './order.ts'

/** The home of the orders. */
export const HOME = { type: 'Home', ...addressForTests() } as const

const CLOCK_MS = 1000

/** Starts Keepsake and the shop with paid orders of one customer, whose production is started by hand. */
export async function startRaces(count: number): Promise<Races> {
  let server!: TestServer
  let customer!: Client
  const codes = Array.from({ length: count }, (_, index) => createCode(index))
  const both = await startServerWithShop({}, async (started, folder) => {
    server = started
    customer = await server.customer()
    for (const code of codes) {
      const confirmed = createConfirmedOrder(code, server, customer)
      await writeFile(join(folder, `${code}.json`), JSON.stringify(confirmed))
      await upsertOrder(server.ctx, code, confirmed.state)
    }
  })
  // The shop has the real clock, and Keepsake refuses what has happened more than minutes after its own.
  const clock = setInterval(() => server.clock.set(new Date().toISOString()), CLOCK_MS)
  const office = await new TestBrowser(both.shop.origin).open('/back-office')
  // The page lists the newest orders only; the token is the same for all.
  const [form] = /\/back-office\/orders\/P-\w+/.exec(office.html)!
  const check = office.fields(form).check!
  return {
    server,
    customer,
    codes,
    readFileOf: async code =>
      order.parse(JSON.parse(await readFile(join(both.ordersFolder, `${code}.json`), 'utf8'))),
    startProduction: code =>
      office.send(`/back-office/orders/${code}`, {
        method: 'POST',
        body: new URLSearchParams({ check, action: 'next-step' }),
      }),
    close: () => {
      clearInterval(clock)
      return both.close()
    },
  }
}

export interface Races {
  server: TestServer
  customer: Client
  codes: string[]
  /** Reads the order as the shop has it. */
  readFileOf: (code: string) => Promise<Order>
  startProduction: (code: string) => Promise<unknown>
  close: () => Promise<void>
}

const createCode = (index: number) =>
  `P-${[...String(index).padStart(12, '0')].map(digit => 'ABCDEFGHJK'[Number(digit)]).join('')}`

/** A paid order as its file has it, acknowledged by Keepsake. */
function createConfirmedOrder(code: string, server: TestServer, customer: Client): Order {
  const now = new Date()
  const at = now.toISOString()
  return {
    code,
    visitor: 'nobody',
    channel: 'KEEPSAKE-GB',
    libraryUrl: `${server.origin}/my-photos/photos`,
    lines: [],
    step: 'Confirmed',
    stepAt: at,
    held: false,
    payment: { state: 'paid', token: 'none' },
    state: {
      version: 1,
      accountId: customer.accountId,
      createdAt: at,
      status: 'Confirmed',
      history: [{ status: 'Confirmed', at }],
      products: [{ code: `${code}-1`, article: 'Prints', title: 'Prints', quantity: 1, history: [] }],
      parcels: [],
      deliveryAddress: HOME,
      total: { amount: 500, currency: 'GBP' },
      cancelUntil: new Date(now.getTime() + 86_400_000).toISOString(),
    },
  }
}
