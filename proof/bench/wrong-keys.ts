import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { createApiKey } from '#contract/api-keys.ts'
import { getCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrders } from '#contract/orders.ts'
import { WRONG_KEYS_PER_MINUTE } from './fairness/flood-wrong-keys.ts'
import { startFlood } from './fairness/start-flood.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { type Customer, signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, withDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { startMailbox } from './harness/mailbox.ts'
import type { Postgres } from './harness/postgres.ts'
import { computeMedian, computeQuantile, measureAlternately, measureElapsedMs } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const DELAY_MAX_MS = 10
/** Between two calls of the others. */
const PAUSE_MS = 5

/** Calls with API keys that nobody has delay the calls of others by a bounded time. */
export const wrongKeys: Bench = {
  name: 'wrong-keys',
  target: `${WRONG_KEYS_PER_MINUTE.toLocaleString('en')} wrong API keys in a minute: p99 of another customer's calls and of another key's ≤ ${DELAY_MAX_MS} ms later than alone, on both engines`,
  run: options => runOnBothEngines(options, measureEngine),
}

async function measureEngine(
  engine: string,
  { quick, log, resources }: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  const [rounds, seconds] = quick ? [1, 5] : [5, 20]
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const business = await withDatabase(dataDirectory, async ({ db }) => {
    const customer = await addCustomer(db)
    for (const table of ['customers', 'account_directory'] as const)
      await db
        .updateTable(table)
        .set({ business: true })
        .where('account_id', '=', customer.accountId)
        .execute()
    return customer
  })
  const server = await startServer(dataDirectory, resources, await startMailbox(resources))
  const calls = await createCalls(server.origin, business)
  await measureCalls(calls, 2)
  let answers = 0
  let floodSeconds = 0
  let cpuOfFloods = 0
  const measured = await measureAlternately(
    rounds,
    async () => {
      log(`${engine}: with wrong keys`)
      const flood = await startFlood('wrong-keys', { origin: server.origin }, resources)
      const [started, cpu] = [performance.now(), server.cpu()]
      const times = await measureCalls(calls, seconds)
      answers += await flood.stop()
      floodSeconds += (performance.now() - started) / 1000
      cpuOfFloods += server.cpu() - cpu
      return times
    },
    () => {
      log(`${engine}: alone`)
      return measureCalls(calls, seconds)
    },
  )
  const perMinute = (answers / floodSeconds) * 60
  verify(
    perMinute > 0.95 * WRONG_KEYS_PER_MINUTE,
    `${perMinute.toFixed(0)} wrong keys a minute were answered`,
  )
  await server.close()
  const figures = (['token', 'key'] as const).map(name => {
    const p99 = (times: Times) => computeQuantile(times[name], 0.99)
    const alone = computeMedian(measured.map(({ reference }) => p99(reference)))
    const flooded = computeMedian(measured.map(({ product }) => p99(product)))
    return createFigure(
      `${engine}: p99 of calls with another ${name}, later than alone`,
      measured.map(({ product, reference }) => p99(product) - p99(reference)),
      {
        atMost: DELAY_MAX_MS,
        unit: 'ms',
        note: `alone ${alone.toFixed(1)} ms, with wrong keys ${flooded.toFixed(1)} ms (${(flooded / alone).toFixed(2)} ×); CPU of the server ${((100 * cpuOfFloods) / floodSeconds).toFixed(0)} %`,
      },
    )
  })
  return {
    correct: [
      `${engine}: ${perMinute.toFixed(0)} keys a minute that nobody has were refused, and each call of the others succeeded`,
    ],
    figures,
  }
}

/** Milliseconds of calls with a customer's token, and with an API key. */
interface Times {
  token: number[]
  key: number[]
}

type Calls = Record<keyof Times, () => Promise<void>>

async function createCalls(origin: string, business: Customer): Promise<Calls> {
  const client = await signIn(origin, business)
  const { key } = await client.call(createApiKey, {
    body: { name: 'bench', scopes: ['orders:read'], days: 90 },
  })
  const get = async (path: string, token: string) => {
    const answer = await request(origin + path, { headers: { authorization: `Bearer ${token}` } })
    await answer.body.dump()
    verify(answer.statusCode === 200, `${path} is answered: ${answer.statusCode}`)
  }
  return {
    token: () => get(SERVICES.customers + getCustomer.path, client.token),
    key: () => get(SERVICES.orders + getOrders.path, key),
  }
}

async function measureCalls(calls: Calls, seconds: number): Promise<Times> {
  const times: Times = { token: [], key: [] }
  const until = performance.now() + seconds * 1000
  while (performance.now() < until)
    for (const name of ['token', 'key'] as const) {
      times[name].push(await measureElapsedMs(calls[name]))
      await wait(PAUSE_MS)
    }
  return times
}
