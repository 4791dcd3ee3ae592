import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getComplaints, putComplaint } from '#contract/complaints.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { getOrder } from '#contract/orders.ts'
import { createWithdrawal } from '#contract/withdrawals.ts'
import { KEEPSAKE_CALLS } from '#sandbox/shop/keepsake-calls/answer-call.ts'
import {
  createCode,
  HOME,
  readOrder,
  readRecords,
  writePaidOrder,
} from '#sandbox/shop/orders/paid-orders.testing.ts'
import { startShopProgram } from '#sandbox/shop/testing/shop-process.testing.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import { createTestStorage } from '#server/testing/harness.ts'
import { listenLocally } from '#server/testing/listen-locally.ts'
import { createDatabaseSettings } from '#server/testing/process-settings.ts'
import { withRandomSeed } from '#server/testing/random-seed.ts'
import { claimPort } from '../../../tools/ports.ts'
import { type Customer, signIn } from '../../bench/harness/customer.ts'
import { addCustomer, openBenchDatabase } from '../../bench/harness/data-directory.ts'
import { ServerProcess } from '../../fleet/process.ts'
import { repeatCall } from '../lost-connection.ts'

/** SIGKILLs of Keepsake and of the shop; 300 by hand (docs/measurements.md). */
const KILLS = Number(process.env.ACT_KILLS ?? 24)
/** Number of cancellations, of address changes, of withdrawals and of reports. */
const ACTS = 60
/** Changes of an address whose order is cancelled right after it: two messages of one subject. */
const BOTH = 30
const KEEPSAKE_TOKEN = 'the-token-of-the-shop-in-tests-with-both'
const SHOP_TOKEN = 'the-token-of-calls-to-the-shop-in-tests-with-both'
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })
/** Access tokens are valid for ten minutes. */
const RENEW_MS = 7 * 60_000

const CANCELLED = range(0, ACTS)
const MOVED = [...range(0, BOTH), ...range(ACTS, ACTS + BOTH)]
const WITHDRAWN = range(2 * ACTS, 3 * ACTS)
const REPORTED = range(3 * ACTS, 4 * ACTS)

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => createCode(from + index))
}

test.runIf(process.env.TEST_DATABASE_URL)(
  `NX-153 NX-119 NX-130 NX-137 ${4 * ACTS} acts on orders, ${KILLS} kills of Keepsake and of the shop: none is lost, none applied twice, those of an order in sequence`,
  () =>
    withRandomSeed(async random => {
      await using resources = new AsyncDisposableStack()
      const storage = await createTestStorage()
      resources.defer(() => storage.remove())
      const folder = await mkdtemp(join(tmpdir(), 'keepsake-acts-'))
      resources.defer(() => rm(folder, { recursive: true, force: true }))
      const shopFolder = join(folder, 'shop')
      const ordersFolder = join(shopFolder, 'orders')
      await mkdir(ordersFolder, { recursive: true })
      const settings = createDatabaseSettings(storage)
      const database = await openBenchDatabase({ folder: storage.folder, databaseUrl: settings.DATABASE_URL })
      const customer: Customer = await addCustomer(database.db)
      await database.close()

      const proxy = await startRecordingProxy()
      resources.defer(() => proxy.close())
      const port = await claimPort()
      const server = new ServerProcess({
        name: 'Keepsake',
        role: 'all',
        port,
        log: join(folder, 'keepsake.log'),
        env: {
          ...settings,
          DATA_DIR: storage.folder,
          LOG_LEVEL: 'error',
          RATE_LIMITS: 'false',
          ALLOW_TEST_SETTINGS: 'true',
          DRAIN_PAUSE_SECONDS: '0',
          SFTP_PORT: '0',
          SERVICE_TOKENS: `shop:${KEEPSAKE_TOKEN}`,
          RETAILER_URL: proxy.origin + KEEPSAKE_CALLS,
          RETAILER_TOKEN: SHOP_TOKEN,
        },
      })
      resources.defer(async () => void (await server.end('SIGKILL')))
      const codes = [...new Set([...CANCELLED, ...MOVED, ...WITHDRAWN, ...REPORTED])]
      for (const code of codes)
        await writePaidOrder(ordersFolder, {
          code,
          accountId: customer.accountId,
          isDelivered: WITHDRAWN.includes(code) || REPORTED.includes(code),
        })
      const shop = createShop(
        {
          SHOP_PORT: '0',
          SHOP_PACE: '0',
          SHOP_ADDRESS_SECONDS: '1',
          SHOP_DATA_DIR: shopFolder,
          KEEPSAKE_URL: server.origin,
          KEEPSAKE_TOKEN,
          SHOP_TOKEN,
        },
        proxy.setTarget,
      )
      resources.defer(() => shop.kill())
      void server.start()
      await server.ready
      await shop.start()

      let client: Client = await signIn(server.origin, customer)
      let signedInAt = performance.now()
      const call = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
        repeatCall(async () => {
          await server.ready
          if (performance.now() - signedInAt > RENEW_MS) {
            client = await signIn(server.origin, customer)
            signedInAt = performance.now()
          }
          return work(client)
        })
      const read = (code: string) => call(each => each.call(getOrder, { params: { code } }))
      for (const code of codes)
        await expect.poll(() => isKnown(client, code), { timeout: 120_000 }).toBe(true)

      /** The ids of the acts, by order. */
      const ids = new Map(codes.map(code => [code, randomUUID()]))
      const acts = [
        ...MOVED.map(code => async () => {
          await call(each => each.call(putDeliveryAddress, { params: { code }, body: NEW }))
          if (CANCELLED.includes(code)) await cancel(code)
        }),
        ...CANCELLED.filter(code => !MOVED.includes(code)).map(code => () => cancel(code)),
        ...WITHDRAWN.map(code => () => withdraw(code)),
        ...REPORTED.map(code => () => report(code)),
      ]
      const cancel = (code: string) =>
        call(each => each.call(cancelOrder, { params: { code }, body: { cancellationId: ids.get(code)! } }))
      const withdraw = (orderCode: string) =>
        call(each =>
          each.call(createWithdrawal, {
            body: {
              withdrawalId: ids.get(orderCode)!,
              orderCode,
              productCodes: [`${orderCode}-1`],
              name: 'Anna Keller',
              email: customer.email,
            },
          }),
        )
      const report = (orderCode: string) =>
        call(each =>
          each.call(putComplaint, {
            params: { complaintId: ids.get(orderCode)! },
            body: {
              orderCode,
              productCodes: [`${orderCode}-1`],
              reason: 'damaged',
              text: 'Two corners are bent and the glass is broken.',
              wish: 'reprint',
              attachmentIds: [],
            },
          }),
        )

      // The acts are spread over the kills.
      let kills = 0
      let started = 0
      const waiting = random.sample(acts, 1)
      const total = waiting.length
      const customers = Array.from({ length: 4 }, async () => {
        for (let act = waiting.pop(); act; act = waiting.pop()) {
          started++
          while (kills < KILLS && started > (total * (kills + 1)) / KILLS) await wait(20)
          await act()
        }
      })
      const counts = { keepsake: 0, shop: 0 }
      // Both are killed independently of each other, at times while they start.
      const keepsakeKills = async () => {
        while (kills < KILLS) {
          if (random.chance(0.7)) await server.ready
          await wait(random.integer(1500))
          if (kills++ >= KILLS) break
          counts.keepsake++
          await server.end('SIGKILL')
          void server.start()
        }
      }
      const shopKills = async () => {
        while (kills < KILLS) {
          await shop.ready()
          await wait(random.integer(3000))
          if (kills++ >= KILLS) break
          counts.shop++
          await shop.restart()
        }
      }
      await Promise.all([keepsakeKills(), shopKills()])
      await Promise.all(customers)
      const lastKillAt = performance.now()

      for (const code of CANCELLED)
        await expect
          .poll(async () => (await read(code)).cancellation?.last?.state, { interval: 500, timeout: 300_000 })
          .toBe('accepted')
      for (const code of MOVED)
        await expect
          .poll(async () => (await read(code)).addressChange.last?.state, { interval: 500, timeout: 300_000 })
          .toMatch(/^(applied|refused)$/)
      const file = (name: string) => readRecords(join(shopFolder, name))
      const count = async (name: string, expected: readonly string[]) =>
        expect
          .poll(async () => Object.keys(await file(name)).length, { interval: 500, timeout: 300_000 })
          .toBe(expected.length)
      await count('withdrawals', WITHDRAWN)
      await count('complaints', REPORTED)
      const settledMs = performance.now() - lastKillAt

      // None is lost, none applied twice: Keepsake and the shop have each act once, and agree on its end.
      for (const code of CANCELLED) {
        const shown = await read(code)
        const { state, requests } = await readOrder(ordersFolder, code)
        const cancellations = requests?.filter(({ kind }) => kind === 'cancellation')
        expect(cancellations).toMatchObject([{ id: ids.get(code), state: 'accepted' }])
        expect(state.refunds).toHaveLength(1)
        expect([shown.status, shown.refunds?.length]).toEqual(['Cancelled', 1])
        const applied = shown.addressChange.last?.state === 'applied' ? 1 : 0
        expect(state.version).toBe(2 + applied)
      }
      for (const code of MOVED) {
        const shown = await read(code)
        const { state, requests } = await readOrder(ordersFolder, code)
        expect(requests?.filter(({ kind }) => kind === 'address')).toHaveLength(1)
        const isApplied = shown.addressChange.last!.state === 'applied'
        if (!CANCELLED.includes(code)) expect([isApplied, state.version]).toEqual([true, 2])
        expect(shown.deliveryAddress).toEqual(isApplied ? { type: 'Home', ...NEW } : HOME)
        expect(state.deliveryAddress).toEqual(shown.deliveryAddress)
      }
      expect(Object.keys(await file('withdrawals')).toSorted()).toEqual(idsOf(WITHDRAWN))
      expect(Object.keys(await file('complaints')).toSorted()).toEqual(idsOf(REPORTED))
      for (const code of WITHDRAWN) expect((await read(code)).withdrawals).toHaveLength(1)
      for (const orderCode of REPORTED) {
        const { complaints } = await call(each => each.call(getComplaints, { query: { orderCode } }))
        expect(complaints).toMatchObject([{ complaintId: ids.get(orderCode), state: 'sent' }])
      }
      for (const code of codes) expect(listFaults(proxy.calls, code)).toEqual([])
      const repeated = proxy.calls.length - new Set(proxy.calls.map(toKey)).size
      process.stdout.write(
        `${JSON.stringify({ acts: 4 * ACTS, kills: counts, calls: proxy.calls.length, repeated, settledSeconds: Math.round(settledMs / 1000) })}\n`,
      )

      function idsOf(some: readonly string[]): string[] {
        return some.map(code => ids.get(code)!).toSorted()
      }
    }),
  3_600_000,
)

const isKnown = (client: Client, code: string) =>
  client.send(getOrder, { params: { code } }).then(
    ({ ok }) => ok,
    () => false,
  )

const toKey = ({ path, body }: PassedCall) => JSON.stringify([path, body.changeId, body.cancellationId])

/** A cancellation that came before the change of the address had an answer, and a change that came again after it. */
function listFaults(calls: readonly PassedCall[], code: string): string[] {
  const ofOrder = calls.filter(({ path }) => path.includes(`/orders/${code}/`))
  const isCancellation = ({ path }: PassedCall) => path.endsWith('/cancellation')
  const first = ofOrder.findIndex(isCancellation)
  if (first < 0) return []
  const before = ofOrder.slice(0, first)
  return [
    ...(before.length > 0 && !before.some(({ status }) => status === 202 || status === 409)
      ? [`${code} was cancelled before its address was answered`]
      : []),
    ...ofOrder
      .slice(first)
      .flatMap(call => (isCancellation(call) ? [] : [`${code}: ${call.path} came too late`])),
  ]
}

/** The shop as a process that is killed and started again, each time on another port. */
function createShop(env: Record<string, string>, setTarget: (origin: string) => void) {
  let running: Awaited<ReturnType<typeof startShopProgram>> | undefined
  let starting: Promise<void> = Promise.resolve()
  const start = () => {
    starting = startShopProgram(env).then(spawned => {
      running = spawned
      setTarget(spawned.origin)
    })
    return starting
  }
  const kill = async () => {
    await starting
    if (running) await running.program.end('SIGKILL')
    running = undefined
  }
  return {
    start,
    ready: () => starting,
    kill,
    async restart() {
      await kill()
      void start()
    },
  }
}

/** A call that was passed on, and what came back; no status if nothing did. */
interface PassedCall {
  path: string
  body: Record<string, unknown>
  status?: number
}

/** Passes calls on to a server that is ended and started again on other ports, and notes them in the order of their arrival. */
async function startRecordingProxy() {
  const calls: PassedCall[] = []
  let target = ''
  const server = createServer(async (incoming, response) => {
    const { url: path = '', method, headers } = incoming
    const content = await buffer(incoming).catch(() => Buffer.alloc(0))
    const call: PassedCall = { path, body: content.length > 0 ? JSON.parse(content.toString()) : {} }
    calls.push(call)
    const outgoing = request(
      new URL(path, target),
      { method, headers: { ...headers, host: new URL(target).host } },
      async answer => {
        const text = await buffer(answer).catch(() => null)
        if (!text) return void response.destroy()
        call.status = answer.statusCode!
        response.writeHead(answer.statusCode!, answer.headers).end(text)
      },
    )
    outgoing.on('error', () => response.destroy())
    outgoing.end(content)
  })
  const { origin, close } = await listenLocally(server)
  return {
    ...{ origin, calls, close },
    setTarget(next: string) {
      target = next
    },
  }
}
