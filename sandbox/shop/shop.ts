import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { z } from 'zod'
import { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import { createApp } from './app.ts'
import { articleChange, createAssortment } from './assortment.ts'
import { businessCustomer } from './business-customer.ts'
import { receiver } from './callbacks/receivers.ts'
import { complaint } from './complaints/complaint.ts'
import type { ShopConfig } from './config.ts'
import { draft, isDraftExpired } from './drafts.ts'
import { createFeeds, storedFeed, storeFeeds } from './feeds/feeds.ts'
import { hasInvoices, invoice } from './invoices/compose-invoice.ts'
import { sentState, startPush } from './keepsake-calls/push.ts'
import { createRecords } from './keepsake-calls/records.ts'
import { createKeepsakeClient } from './keepsake-client.ts'
import { startFulfilment } from './orders/fulfilment.ts'
import { order } from './orders/order.ts'
import { deleteOrderedProjects, isExpired, project } from './projects/project.ts'
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
  const orders = open('orders', order)
  const drafts = open('drafts', draft)
  const assortment = createAssortment(open('assortment', articleChange))
  const businessCustomers = open('business-customers', businessCustomer)
  const withdrawals = open('withdrawals', retailerStatement)
  const complaints = open('complaints', complaint)
  const receivers = open('callback-receivers', receiver)
  const invoices = open('invoices', invoice)
  const projects = open('projects', project)
  const feeds = storeFeeds(open('feeds', storedFeed), createFeeds(now(), assortment.getPrices), now())
  const push = startPush(
    createRecords({ orders, projects, complaints, businessCustomers, invoices, feeds, now }),
    { sent: open('sent', sentState), keepsake, log, now, retryMs },
  )
  const secret = open('secret', z.string()).upsert(
    'csrf',
    before => before ?? randomBytes(48).toString('base64url'),
  )
  const app = await createApp({
    config,
    log,
    now,
    secret,
    keepsake,
    assortment,
    businessCustomers,
    withdrawals,
    complaints,
    receivers,
    drafts,
    calls: { behaviour: 'accept' },
    orders,
    projects,
    push,
  })
  await app.listen({ port: config.port, host: config.host })
  const deleteExpired = () => {
    drafts.removeAll(each => isDraftExpired(each, now()))
    projects.removeAll(each => isExpired(each, now()))
  }
  const cleanUp = setInterval(deleteExpired, HOUR_MS)
  deleteExpired()
  orders.onStored(each => {
    void push.send('order', each.code)
    if (hasInvoices(each)) void push.send('invoices', each.code)
  })
  projects.onStored(({ id }) => void push.send('project', id))
  deleteOrderedProjects(orders, projects, now)
  const fulfilment = startFulfilment({ orders, config, log, now, tickMs })
  complaints.onStored((_, id) => void push.send('complaint', id))
  businessCustomers.onStored((_, id) => void push.send('customer', id))
  void push.send('feeds', 'all')
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
