import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cancelOrder } from '#contract/order-changes.ts'
import { getOrder } from '#contract/orders.ts'
import { createTestStorage } from '#server/testing/harness.ts'
import { listenLocally } from '#server/testing/listen-locally.ts'
import { createDatabaseSettings } from '#server/testing/process-settings.ts'
import { claimPort } from '../../../tools/ports.ts'
import { signIn } from '../../bench/harness/customer.ts'
import { addCustomer, openBenchDatabase } from '../../bench/harness/data-directory.ts'
import { ServerProcess } from '../../fleet/process.ts'

const TOKEN = 'the-token-of-the-shop-in-tests-with-both'
const PAUSE_MS = 60_000
/** The time of a lease, and of the poll that finds a message whose lease has ended. */
const LEASE_MS = 30_000

interface Received {
  at: number
  cancellationId: string
  response: ServerResponse
}

/** A retailer whose calls wait until the test answers. */
async function startHoldingRetailer() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { cancellationId } = (await json(request)) as { cancellationId: string }
    received.push({ at: performance.now(), cancellationId, response })
  })
  const { origin, close } = await listenLocally(server)
  return { url: `${origin}/keepsake`, received, close }
}

const answer = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test.runIf(process.env.TEST_DATABASE_URL)(
  'NX-153 a process that is paused for 60 s while it sends loses its lease to another one, and its late answer is not stored',
  async () => {
    await using resources = new AsyncDisposableStack()
    const storage = await createTestStorage()
    resources.defer(() => storage.remove())
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-paused-'))
    resources.defer(() => rm(folder, { recursive: true, force: true }))
    const settings = createDatabaseSettings(storage)
    const database = await openBenchDatabase({ folder: storage.folder, databaseUrl: settings.DATABASE_URL })
    const customer = await addCustomer(database.db)
    await database.close()
    const retailer = await startHoldingRetailer()
    resources.defer(retailer.close)
    const env = {
      ...settings,
      DATA_DIR: storage.folder,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      ALLOW_TEST_SETTINGS: 'true',
      DRAIN_PAUSE_SECONDS: '0',
      SERVICE_TOKENS: `shop:${TOKEN}`,
      RETAILER_URL: retailer.url,
      RETAILER_TOKEN: TOKEN,
    }
    const start = async (name: string, role: 'web' | 'worker') => {
      const port = role === 'web' ? await claimPort() : null
      const each = new ServerProcess({ name, role, port, env, log: join(folder, `${name}.log`) })
      resources.defer(async () => void (await each.end('SIGKILL')))
      void each.start()
      await each.ready
      return each
    }
    const web = await start('web', 'web')
    const paused = await start('paused', 'worker')
    const code = 'P-ABCDEFGHJKAB'
    await putOrder(web.origin, code, customer.accountId)
    const client = await signIn(web.origin, customer)
    const cancellationId = randomUUID()
    await client.call(cancelOrder, { params: { code }, body: { cancellationId } })
    await expect.poll(() => retailer.received.length, { timeout: 60_000 }).toBe(1)
    process.kill(paused.pid!, 'SIGSTOP')
    const pausedAt = performance.now()
    await start('other', 'worker')
    await expect.poll(() => retailer.received.length, { timeout: 120_000, interval: 50 }).toBe(2)
    const [first, second] = retailer.received as [Received, Received]
    const takenOverSeconds = (second.at - first.at) / 1000
    expect(second.cancellationId).toBe(first.cancellationId)
    expect(second.at - first.at).toBeGreaterThan(LEASE_MS - 1000)
    answer(second.response, 202, { cancellationId })
    const readState = async () =>
      (await client.call(getOrder, { params: { code } })).cancellation!.last!.state
    await expect.poll(readState, { timeout: 60_000 }).toBe('sent')
    // Stored, this answer would refuse the cancellation.
    answer(first.response, 409, { reason: 'in-production' })
    await wait(Math.max(0, PAUSE_MS - (performance.now() - pausedAt)))
    process.kill(paused.pid!, 'SIGCONT')
    await expect
      .poll(() => readFile(join(folder, 'paused.log'), 'utf8').catch(() => ''), { timeout: 60_000 })
      .toContain('came after its lease')
    expect(await readState()).toBe('sent')
    expect(retailer.received).toHaveLength(2)
    process.stdout.write(
      `${JSON.stringify({ pausedSeconds: PAUSE_MS / 1000, takenOverSeconds: Math.round(takenOverSeconds) })}\n`,
    )
  },
  600_000,
)

async function putOrder(origin: string, code: string, accountId: string): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const response = await fetch(`${origin}/api/orders/retailer/orders/${code}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({
      version: 1,
      accountId,
      createdAt: at(-1),
      status: 'Confirmed',
      products: [{ code: `${code}-1`, article: 'PRINT', title: 'A print' }],
      cancelUntil: at(2),
    }),
  })
  expect(response.status).toBe(200)
}
