import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createApp } from './app.ts'
import type { ShopConfig } from './config.ts'
import { startDelivery } from './delivery.ts'
import { openDrafts } from './drafts.ts'
import { keepSecret } from './keeping/secret.ts'
import { createKeepsake } from './keepsake.ts'
import { openOrders } from './orders.ts'

export interface RunningShop {
  origin: string
  close(): Promise<void>
}

/**
 * Starts the shop, and the delivery of orders that were not acknowledged when it last ended. close() lets running
 * requests and a delivery on its way finish. `retryMs` answers how long to wait after so many tries.
 */
export async function openShop(
  config: ShopConfig,
  {
    now = () => new Date(),
    retryMs = backOff,
  }: { now?: () => Date; retryMs?: (tries: number) => number } = {},
): Promise<RunningShop> {
  for (const folder of [config.drafts, config.orders]) await mkdir(folder, { recursive: true })
  const log = pino({ level: config.logLevel })
  const keepsake = createKeepsake(config.keepsake)
  const orders = await openOrders(config.orders)
  const drafts = openDrafts(config.drafts)
  const delivery = startDelivery({ orders, keepsake, log, now, retryMs })
  const secret = await keepSecret(config.secret)
  const app = await createApp({ config, log, now, secret, keepsake, drafts, orders, delivery })
  await app.listen({ port: config.port, host: config.host })
  const tidying = setInterval(() => void drafts.tidy(now()).catch(err => log.error({ err })), HOUR_MS)
  await drafts.tidy(now())
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'the shop is open')
  return {
    origin: `http://localhost:${port}`,
    async close() {
      clearInterval(tidying)
      await app.close()
      await delivery.close()
    },
  }
}

const HOUR_MS = 3_600_000

/** 1 s, 2 s, 4 s … a minute. */
const backOff = (tries: number) => Math.min(60_000, 1000 * 2 ** (tries - 1))
