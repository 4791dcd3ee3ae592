import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_SCOPES } from '#contract/api-scopes.ts'
import { createSecret } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { claimPort } from '../../../../tools/ports.ts'
import { domains } from '../../app.ts'
import { createMachineToken } from '../../platform/machine-tokens/machine-tokens.ts'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'
import { createKeyForTests } from './api-keys.testing.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../../../..')
const text = readFileSync(join(REPOSITORY, 'docs/api-keys.md'), 'utf8')
/** The examples of a language, in the order of the page. */
const listExamples = (language: string) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, each, code]) =>
    each === language ? code! : [],
  )

let port: number
let outbound: Outbound
let server: TestServer
let business: Client
beforeAll(async () => {
  port = await claimPort()
  outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`] })
  server = await testServer({ outbound, config: { rateLimits: false } })
  business = await server.customer({ business: true })
})
afterAll(async () => {
  await server.close()
  await outbound.close()
})

const environment = (variables: Record<string, string>) => ({
  cwd: REPOSITORY,
  env: { PATH: process.env.PATH, KEEPSAKE_ORIGIN: server.origin, ...variables },
})

test('NX-362 docs/api-keys.md: the call by curl lists the orders', async () => {
  await upsertOrder(server.ctx, 'K-1', orderForTests(business.accountId, server.clock.now()))
  const { key } = await createKeyForTests(business, { scopes: ['orders:read'] })
  const [example] = listExamples('sh')
  const { stdout } = await run('sh', ['-c', example!], environment({ KEEPSAKE_KEY: key }))
  expect(JSON.parse(stdout)).toMatchObject({ superOrders: [{ superOrderCode: 'K-1' }] })
})

test('NX-362 docs/api-keys.md: the receiver reads the order that a callback names', async () => {
  const ftp = { callbackUrl: `http://127.0.0.1:${port}/`, callbackFormat: 'JSON' as const }
  await business.call(patchCustomer, { body: { ftp } })
  const { secret } = await business.call(createSecret, { body: {} })
  const { key } = await createKeyForTests(business, { scopes: ['orders:read'] })
  const variables = { KEEPSAKE_KEY: key, KEEPSAKE_SECRET: secret, PORT: String(port) }
  const [example] = listExamples('js')
  const receiver = spawn(
    process.execPath,
    ['--input-type=module', '--eval', example!],
    environment(variables),
  )
  try {
    const output: Buffer[] = []
    receiver.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    // What is not signed is refused: then it listens.
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(isListening, { timeout: 30_000 }).toBe(500)
    const products = [productForTests('P-2')]
    const order = orderForTests(business.accountId, server.clock.now(), { status: 'Dispatched', products })
    await upsertOrder(server.ctx, 'K-2', order)
    await server.idle()
    await expect
      .poll(() => Buffer.concat(output).toString(), { timeout: 30_000 })
      .toBe(`${JSON.stringify({ code: 'K-2', status: 'Dispatched' })}\n`)
  } finally {
    const ended = once(receiver, 'exit')
    receiver.kill()
    await ended
  }
})

test('NX-362 docs/api-keys.md: the invoices are fetched as PDFs', async () => {
  await upsertInvoice(server.ctx, '2026-0412', invoiceForTests(business.accountId))
  await server.idle()
  const { key } = await createKeyForTests(business, { scopes: ['invoices:read'] })
  const folder = await mkdtemp(join(tmpdir(), 'invoices-'))
  try {
    const [, example] = listExamples('js')
    const variables = { KEEPSAKE_KEY: key, FOLDER: folder }
    await run(process.execPath, ['--input-type=module', '--eval', example!], environment(variables))
    expect(await readdir(folder)).toEqual(['2026-0412.pdf'])
    expect((await readFile(join(folder, '2026-0412.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('NX-362 docs/api-keys.md: names each scope with all of its calls, and the pattern of a key', () => {
  const endpoints = domains.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  for (const scope of API_SCOPES) {
    const row = text.split('\n').find(line => line.startsWith(`| \`${scope}\` |`))
    const missing = endpoints
      .filter(each => each.scope === scope)
      .filter(({ service, path }) => {
        const name = path.replace(/:(\w+)/g, '{$1}')
        // A path after the first one of its service is named without that, and one below another begins with '…'.
        return ![SERVICES[service] + name, name, name.replace(/^.*\/me\//, '…/me/')].some(each =>
          row?.includes(each),
        )
      })
    expect([scope, missing.map(({ path }) => path)]).toEqual([scope, []])
  }
  const pattern = new RegExp(/`\\b(.+?)\\b`/.exec(text)![1]!)
  expect(createMachineToken('ksk', 'live').token).toMatch(pattern)
})
