import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import { createApp } from './app.ts'
import { openAssortment } from './assortment.ts'
import { businessCustomer } from './business-customer.ts'
import { openReceivers } from './callbacks/receivers.ts'
import { complaint } from './complaints/complaint.ts'
import type { ShopConfig } from './config.ts'
import { isDraftExpired, openDrafts } from './drafts.ts'
import { createFeeds, openFeeds } from './feeds/feeds.ts'
import { hasInvoices, openInvoices } from './invoices/compose-invoice.ts'
import { sentState, startPush } from './keepsake-calls/push.ts'
import { createRecords } from './keepsake-calls/records.ts'
import { createKeepsakeClient } from './keepsake-client.ts'
import { startFulfilment } from './orders/fulfilment.ts'
import { openOrders } from './orders/order.ts'
import { deleteOrderedProjects, isExpired, openProjects } from './projects/project.ts'
import { createFile, openJsonMap } from './storage/json-files.ts'

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
  const resolvePath = (name: string) => join(config.folder, name)
  const orders = await openOrders(resolvePath('orders'), log)
  const drafts = await openDrafts(resolvePath('drafts'), log)
  const assortment = await openAssortment(resolvePath('assortment.json'))
  const businessCustomers = await openJsonMap(resolvePath('business-customers.json'), businessCustomer)
  const withdrawals = await openJsonMap(resolvePath('withdrawals.json'), retailerStatement)
  const complaints = await openJsonMap(resolvePath('complaints.json'), complaint)
  const receivers = await openReceivers(resolvePath('callback-receivers'), log)
  const invoices = await openInvoices(resolvePath('invoices.json'))
  const projects = await openProjects(resolvePath('projects'), log)
  const feeds = await openFeeds(resolvePath('feeds.json'), createFeeds(now(), assortment.getPrices), now())
  const push = startPush(
    createRecords({ orders, projects, complaints, businessCustomers, invoices, feeds, now }),
    { sent: await openJsonMap(resolvePath('sent.json'), sentState), keepsake, log, now, retryMs },
  )
  orders.onStored(order => {
    void push.send('order', order.code)
    if (hasInvoices(order)) void push.send('invoices', order.code)
  })
  projects.onStored(({ id }) => void push.send('project', id))
  deleteOrderedProjects(orders, projects, { log, now })
  const { origin, paceSeconds, addressSeconds } = config
  const fulfilment = startFulfilment({
    orders,
    paceSeconds,
    addressSeconds,
    origin,
    log,
    now,
    tickMs,
  })
  await createFile(resolvePath('secret'), randomBytes(48).toString('base64url'))
  const secret = await readFile(resolvePath('secret'), 'utf8')
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
  const deleteExpired = async () => {
    await drafts.removeAll(draft => isDraftExpired(draft, now()))
    await projects.removeAll(project => isExpired(project, now()))
  }
  const cleanUp = setInterval(() => void deleteExpired().catch(err => log.error({ err })), HOUR_MS)
  await deleteExpired()
  await orders.notifyOfStoredRecords()
  await projects.notifyOfStoredRecords()
  for (const [id] of complaints.list()) void push.send('complaint', id)
  for (const [id] of businessCustomers.list()) void push.send('customer', id)
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
