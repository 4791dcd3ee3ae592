import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { createSecret, endSecret, getCallbackEvents, getCallbacks } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { deliverDue } from '#server/domains/callbacks/callbacks.testing.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { upsertInvoice } from '#server/domains/invoices/invoices.ts'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts'
import type { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { orderForTests } from '#server/testing/retailer-orders.ts'
import { claimPort } from '../../tools/ports.ts'

const PROGRAM = fileURLToPath(new URL('erp-system.mjs', import.meta.url))
/** Longer than the first delay of a callback that failed. */
const RETRY_MS = 10_000

interface Line {
  port?: number
  failure?: string
  type?: string
  about?: string
  status?: string
  told?: string
  file?: string
}

let port: number
let server: TestServer
let outbound: Outbound
let business: Client
let secretFile: string
let key: string
let system: ChildProcess | undefined
const lines: Line[] = []
beforeAll(async () => {
  port = await claimPort()
  outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`] })
  server = await testServer({ outbound, config: { rateLimits: false } })
  // Signatures are valid for five minutes of the real time.
  server.clock.set(new Date())
  business = await server.customer({ business: true })
  secretFile = join(server.ctx.config.dataDir, 'secret')
  const created = await business.call(createApiKey, {
    body: { name: 'ERP', scopes: ['orders:read', 'invoices:read'], days: 90 },
  })
  key = created.key
})
afterAll(async () => {
  system?.kill('SIGKILL')
  await server.close()
  await outbound.close()
})

async function startSystem(): Promise<void> {
  system = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, KEEPSAKE_KEY: key, SECRET_FILE: secretFile, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started = Promise.withResolvers<void>()
  createInterface({ input: system.stdout! }).on('line', text => {
    const line: Line = JSON.parse(text)
    if (line.port === undefined) lines.push(line)
    else started.resolve()
  })
  return started.promise
}

async function stopSystem(): Promise<void> {
  system!.kill('SIGKILL')
  await once(system!, 'close')
}

/** Changes orders; returns their codes. */
async function changeOrders(count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `E-${randomUUID()}`)
  for (const code of codes)
    await upsertOrder(server.ctx, code, orderForTests(business.accountId, server.clock.now()))
  await server.idle()
  return codes
}

async function replaceSecret(overlapHours: number): Promise<string> {
  return (await business.call(createSecret, { body: { overlapHours } })).secret
}

test('NX-343 NX-352 an ERP reads what callbacks tell of, and its secret is replaced without a missed one', async () => {
  await business.call(patchCustomer, { body: { ftp: { callbackUrl: `http://127.0.0.1:${port}/` } } })
  await writeFile(secretFile, await replaceSecret(0))
  await startSystem()

  const expected = await changeOrders(3)
  const number = `2026-${randomUUID()}`
  await upsertInvoice(server.ctx, number, invoiceForTests(business.accountId))
  await server.idle()
  expected.push(number)
  // Replaced twice within a day, and the system knows the first one still.
  const second = await replaceSecret(24)
  expected.push(...(await changeOrders(3)))
  const third = await replaceSecret(24)
  expected.push(...(await changeOrders(3)))
  await writeFile(secretFile, second)
  expected.push(...(await changeOrders(3)))
  // It is down while orders change, and comes back with the newest secret.
  await stopSystem()
  expected.push(...(await changeOrders(2)))
  await writeFile(secretFile, third)
  await startSystem()
  for (const { id, expiresAt } of (await business.call(getCallbacks)).endpoint!.secrets!)
    if (expiresAt !== null) await business.call(endSecret, { params: { id } })
  server.clock.advance(RETRY_MS)
  await deliverDue(server)
  expected.push(...(await changeOrders(3)))

  await expect.poll(() => lines.length).toBe(expected.length)
  expect(lines.filter(({ failure }) => failure)).toEqual([])
  expect(lines.map(({ about }) => about).toSorted()).toEqual(expected.toSorted())
  const orders = lines.filter(({ type }) => type === 'order.changed')
  expect(orders.map(({ status }) => status)).toEqual(orders.map(({ told }) => told))
  expect(lines.filter(({ type }) => type === 'invoice.ready')).toMatchObject([{ file: '%PDF-' }])
  const { total, failed, events } = await business.call(getCallbackEvents)
  expect([total, failed]).toEqual([expected.length, 0])
  expect(events.filter(({ deliveries }) => deliveries[0]?.state !== 'delivered')).toEqual([])
})
