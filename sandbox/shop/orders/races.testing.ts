import { upsertOrder } from '#server/domains/orders/orders.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { startServerWithShop } from '../testing/server-with-shop.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import type { Order } from './order.ts'
import { createCode, readOrder, writePaidOrder } from './paid-orders.testing.ts'

const CLOCK_MS = 1000

/** Starts Keepsake and the shop with paid orders of one customer, whose production is started by hand. */
export async function startRaces(count: number): Promise<Races> {
  let server!: TestServer
  let customer!: Client
  const codes = Array.from({ length: count }, (_, index) => createCode(index))
  const both = await startServerWithShop({}, async (started, folder) => {
    server = started
    customer = await server.customer()
    for (const code of codes)
      await upsertOrder(
        server.ctx,
        code,
        await writePaidOrder(folder, { code, accountId: customer.accountId }),
      )
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
    readFileOf: code => readOrder(both.ordersFolder, code),
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
