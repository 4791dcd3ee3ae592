import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import type { z } from 'zod'
import { createApp } from './app.ts'
import { articleChange, createAssortment } from './catalog.ts'
import type { ShopConfig } from './config.ts'
import { openStores, type Shop } from './context.ts'
import { isDraftExpired } from './drafts.ts'
import { createFeeds, storedFeed, storeFeeds } from './feeds/feeds.ts'
import { invoice } from './invoices/compose-invoice.ts'
import { followRecords } from './keepsake-calls/follow-records.ts'
import { sentState, startPush } from './keepsake-calls/push.ts'
import { createKeepsakeClient } from './keepsake-client.ts'
import { startFulfilment } from './orders/fulfilment.ts'
import { isExpired } from './projects/project.ts'
import { deleteOrderedProjects } from './projects/projects.ts'
import { openRecords } from './records.ts'

export interface RunningShop {
  origin: string
  close(): Promise<void>
}

/**
 * Starts the shop, continues with the orders and projects of an earlier process, and sends article groups and campaigns
 * that changed. close() lets running requests and attempts to send finish. `retryMs` gives the back-off after a number
 * of failed attempts, `tickMs` the interval at which what is due is polled.
 */
export async function startShop(
  config: ShopConfig,
  {
    now = () => new Date(),
    retryMs = exponentialBackOff,
    tickMs = 250,
  }: { now?: () => Date; retryMs?: (tries: number) => number; tickMs?: number } = {},
): Promise<RunningShop> {
  const log = pino({ level: config.logLevel })
  const keepsake = createKeepsakeClient(config.keepsake)
  const open = <R>(name: string, schema: z.ZodType<R>) => openRecords(join(config.folder, name), schema, log)
  const assortment = createAssortment(open('assortment', articleChange))
  const shop: Shop = {
    ...{ config, log, now, keepsake, assortment },
    ...openStores(open),
    calls: { behaviour: 'accept' },
    push: startPush({ sent: open('sent', sentState), keepsake, log, now, retryMs }),
  }
  const { drafts, projects, push } = shop
  const invoices = open('invoices', invoice)
  const feeds = storeFeeds(open('feeds', storedFeed), createFeeds(now(), assortment.getPrices), now())
  const app = await createApp(shop)
  await app.listen({ port: config.port, host: config.host })
  const deleteExpired = () => {
    drafts.removeAll(each => isDraftExpired(each, now()))
    projects.removeAll(each => isExpired(each, now()))
  }
  const cleanUp = setInterval(deleteExpired, HOUR_MS)
  deleteExpired()
  followRecords(shop, { invoices, feeds })
  deleteOrderedProjects(shop)
  const fulfilment = startFulfilment(shop, tickMs)
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'shop started')
  return {
    origin: `http://localhost:${port}`,
    async close() {
      clearInterval(cleanUp)
      await app.close()
      await fulfilment.close()
      await push.close()
    },
  }
}

const HOUR_MS = 3_600_000

/** 1 s, 2 s, 4 s … at most a minute. */
const exponentialBackOff = (tries: number) => Math.min(60_000, 1000 * 2 ** (tries - 1))
