import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { callbackPayload } from '#contract/callback-payload.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { createAccount } from '#server/domains/identity/index.ts'
import { transact } from '#server/platform/db/transact.ts'
import { OUTBOUND_TIMEOUT_MS } from '#server/platform/outbound/outbound.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { createDataDirectory, type DataDirectory, withDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import type { Postgres } from './harness/postgres.ts'
import { computeMedian } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const DEAD_SYSTEMS = 200
const DELAY_MAX_MS = 1000
/** Interval between changes of an order of the business whose system works. */
const CHANGE_INTERVAL_MS = 250
const TOKEN = randomBytes(32).toString('base64url')

/** Dead systems of 200 businesses delay the callbacks of another by at most a second. */
export const callbacks: Bench = {
  name: 'callbacks',
  target: `${DEAD_SYSTEMS} endpoints die at the same time and are silent for 15 s: the callbacks of another business arrive ≤ 1 s later than alone, on both engines`,
  run: options => runOnBothEngines(options, measureEngine),
}

async function measureEngine(
  engine: string,
  { quick, log, resources }: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  const rounds = quick ? 1 : 3
  const receiver = await startReceiver(resources)
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const [aliveId, ...deadIds] = await addBusinesses(dataDirectory, [
    `${receiver.origin}/alive`,
    ...Array.from({ length: DEAD_SYSTEMS * rounds }, () => `${receiver.origin}/dead`),
  ])
  const server = await startServer(dataDirectory, resources, {
    SERVICE_TOKENS: `bench:${TOKEN}`,
    CALLBACK_ORIGINS: receiver.origin,
  })
  const measureLatency = async () => {
    const code = randomUUID()
    const changed = performance.now()
    const arrival = receiver.waitForArrival(code)
    await putOrder(server.origin, aliveId!, code)
    return (await arrival) - changed
  }
  log(`${engine}: alone`)
  await measureLatency()
  const baselineMs: number[] = []
  for (let i = 0; i < 40; i++) baselineMs.push(await measureLatency())
  const [maxDelays, medianDelays]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    log(`${engine}: round ${round + 1} of ${rounds}, ${DEAD_SYSTEMS} die`)
    const failingBusinesses = deadIds.slice(round * DEAD_SYSTEMS, (round + 1) * DEAD_SYSTEMS)
    await Promise.all(failingBusinesses.map(accountId => putOrder(server.origin, accountId, randomUUID())))
    const until = performance.now() + OUTBOUND_TIMEOUT_MS + 5000
    const samples: Promise<number>[] = []
    let maxPendingCalls = 0
    while (performance.now() < until) {
      samples.push(measureLatency())
      maxPendingCalls = Math.max(maxPendingCalls, receiver.pendingCalls())
      await wait(CHANGE_INTERVAL_MS)
    }
    verify(
      maxPendingCalls >= DEAD_SYSTEMS,
      `${maxPendingCalls} of ${DEAD_SYSTEMS} dead endpoints were called at the same time`,
    )
    const delays = (await Promise.all(samples)).map(ms => ms - computeMedian(baselineMs))
    maxDelays!.push(Math.max(...delays))
    medianDelays!.push(computeMedian(delays))
  }
  const note = `alone ${computeMedian(baselineMs).toFixed(0)} ms, at most ${Math.max(...baselineMs).toFixed(0)} ms; CPU of the server ${server.cpu().toFixed(1)} s`
  await server.close()
  return {
    correct: [`${engine}: ${DEAD_SYSTEMS} dead endpoints were called at the same time in each round`],
    figures: [
      createFigure(`${engine}: the longest delay`, maxDelays!, { atMost: DELAY_MAX_MS, unit: 'ms', note }),
      createFigure(`${engine}: the median delay`, medianDelays!, { atMost: DELAY_MAX_MS, unit: 'ms' }),
    ],
  }
}

/** Adds businesses that are called back at these addresses; returns their account ids. */
function addBusinesses(dataDirectory: DataDirectory, addresses: readonly string[]): Promise<string[]> {
  return withDatabase(dataDirectory, ({ db }) =>
    transact(db, async tx => {
      const accountIds: string[] = []
      for (const address of addresses) {
        const accountId = await createAccount(tx, {
          email: `${randomUUID()}@keepsake.test`,
          brandId: 'keepsake-gb',
          locale: 'en-GB',
          businessStatus: 'Active',
          registeredAt: new Date(),
          passwordHash: '',
        })
        await tx.db
          .updateTable('customers')
          .set({ callback_url: address, callback_format: 'JSON' })
          .where('account_id', '=', accountId!)
          .execute()
        accountIds.push(accountId!)
      }
      return accountIds
    }),
  )
}

async function putOrder(origin: string, accountId: string, code: string): Promise<void> {
  const answer = await request(new URL(`${SERVICES.orders}/retailer/orders/${code}`, origin), {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      accountId,
      createdAt: new Date().toISOString(),
      status: 'paymentSuccess',
      products: [{ code: `${code}-1`, article: 'PRINT', title: 'A print' }],
    }),
  })
  await answer.body.dump()
  verify(answer.statusCode === 200, `an order was answered with ${answer.statusCode}`)
}

/** Answers at /alive, and never at other paths. */
async function startReceiver(resources: AsyncDisposableStack) {
  const arrivals = new Map<string, (at: number) => void>()
  let pendingCalls = 0
  const server = createServer(async (incoming, response) => {
    const at = performance.now()
    if (incoming.url !== '/alive') {
      pendingCalls++
      response.on('close', () => pendingCalls--)
      return
    }
    const { type, data } = callbackPayload.parse(await json(incoming))
    if (type === 'order.changed') arrivals.get(data.orderCode)?.(at)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Calls that have no answer yet. */
    pendingCalls: () => pendingCalls,
    /** When the callback of this order arrives. */
    waitForArrival: (code: string) => new Promise<number>(resolve => arrivals.set(code, resolve)),
  }
}
