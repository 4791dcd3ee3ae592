import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallbackEvent } from '#contract/callbacks.ts'
import { change } from '../../context.ts'
import { findRow, listRows, updateRows } from '../../platform/db/rows.ts'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { isProof } from '../../testing/sample.ts'
import { createCustomer } from '../customers/index.ts'
import { upsertOrder } from '../orders/orders.ts'
import { startReceiver } from './callbacks.testing.ts'
import { deliverDueEvents, LEASE_MS } from './delivery/dispatcher.ts'
import { readEvent, readEvents } from './read-events.ts'

const DEAD = 60

let server: TestServer
const receiver = closeAfterAll(await startReceiver())
const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin], timeoutMs: 4000 }))
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(response => response.end())
})

const createBusiness = async (path: string) => (await createBusinesses([path]))[0]!

/** Businesses that are called back at these paths of the receiver; their ids. */
function createBusinesses(paths: readonly string[]): Promise<string[]> {
  return change(server.ctx, async tx => {
    const ids: string[] = []
    for (const path of paths) {
      const accountId = randomUUID()
      await createCustomer(tx, {
        id: accountId,
        email: `${accountId}@keepsake.test`,
        brandId: 'keepsake-gb',
        locale: 'en-GB',
        registeredAt: server.clock.now(),
        businessStatus: 'Active',
      })
      await updateRows(
        tx.db,
        'customers',
        { account_id: accountId },
        { callback_url: receiver.origin + path, callback_format: 'JSON' },
      )
      ids.push(accountId)
    }
    return ids
  })
}

async function countAttempts(): Promise<number> {
  const { count } = await server.ctx.db
    .selectFrom('callback_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const changeOrder = (accountId: string) =>
  upsertOrder(server.ctx, `K-${randomUUID()}`, orderForTests(accountId, server.clock.now()))

describe('AA-108 dead endpoints', () => {
  let patient: Outbound
  beforeAll(async () => {
    patient = createOutbound({ allowedOrigins: [receiver.origin], timeoutMs: 120_000 })
    server = await testServer({ outbound: patient })
  })
  afterAll(async () => {
    await server.close()
    await patient.close()
  })

  test(`${DEAD} of them delay no other account, neither while they are silent nor when all fail at once`, async () => {
    const silent: ServerResponse[] = []
    receiver.answer((response, { path }) => {
      if (path === '/alive') response.end()
      else silent.push(response)
    })
    const alive = await createBusiness('/alive')
    const arrived = () => receiver.received.filter(({ path }) => path === '/alive').length
    const arrives = () => expect.poll(arrived, { interval: 5 })
    for (const dead of await createBusinesses(Array.from({ length: DEAD }, (_, i) => `/dead/${i}`)))
      await changeOrder(dead)
    await expect.poll(() => silent.length).toBe(DEAD)
    // All of them are still being attempted, so that the arrived events have overtaken them.
    for (let i = 1; i <= 3; i++) {
      await changeOrder(alive)
      await arrives().toBe(i)
    }
    await expect.poll(countAttempts).toBe(3)
    // All end without an answer. Results are stored one after the other, those of the working endpoint first.
    for (const response of silent) response.destroy()
    for (let i = 4; i <= 9; i++) await changeOrder(alive)
    await arrives().toBe(9)
    expect(await countAttempts()).toBeLessThan(DEAD)
    await expect.poll(countAttempts).toBe(DEAD + 9)
  })
})

describe('AA-108 delivery', () => {
  beforeAll(async () => {
    server = await testServer({ outbound })
  })
  afterAll(() => server.close())

  test.runIf(isProof)(
    '50 events of one dead endpoint occupy two places, one once it has failed',
    async () => {
      let running = 0
      const most: number[] = []
      receiver.answer((response, { path }) => {
        if (path !== '/dead') return void response.end()
        most.push(++running)
        response.on('close', () => running--)
      })
      const [dead, alive] = [await createBusiness('/dead'), await createBusiness('/alive')]
      for (let i = 0; i < 50; i++) await changeOrder(dead)
      await changeOrder(alive)
      await expect.poll(() => most.length).toBeGreaterThan(3)
      expect(most.slice(0, 2)).toEqual([1, 2])
      expect(Math.max(...most)).toBe(2)
      expect(most.slice(3)).toEqual(most.slice(3).map(() => 1))
      const arrived = () => receiver.received.filter(({ path }) => path === '/alive')
      await expect.poll(() => arrived().length).toBe(1)
      await updateRows(server.ctx.db, 'callbacks', { account_id: dead }, { state: 'off' })
      await server.idle()
    },
  )
})

describe('AA-108 an endpoint that works again', () => {
  beforeAll(async () => {
    server = await testServer({ outbound, work: false })
  })
  afterAll(() => server.close())

  test('gets everything that waits for it without a pause', async () => {
    const accountId = await createBusiness('/erp')
    const never = new AbortController().signal
    receiver.answer(response => response.writeHead(500).end())
    for (let i = 0; i < 8; i++) await changeOrder(accountId)
    await deliverDueEvents(server.ctx, never)
    expect(receiver.received).toHaveLength(8)
    receiver.received.length = 0
    receiver.answer(response => response.end())
    // Later than the first retry of each.
    server.clock.advance(10_000)
    await deliverDueEvents(server.ctx, never)
    expect(receiver.received).toHaveLength(8)
  })
})

describe('AA-108 a process that dies while it delivers', () => {
  beforeAll(async () => {
    server = await testServer({ outbound, work: false })
  })
  afterAll(() => server.close())

  test('has delivered at least once in the end, with the same id', async () => {
    const accountId = await createBusiness('/erp')
    const never = new AbortController().signal
    const counts: number[] = []
    for (let steps = 0; ; steps++) {
      receiver.received.length = 0
      await changeOrder(accountId)
      const crashing = crashAfter(server.ctx, steps)
      await deliverDueEvents(crashing.ctx, never).catch(() => undefined)
      const isCrashed = crashing.hasCrashed()
      server.clock.advance(LEASE_MS + 1)
      await deliverDueEvents(server.ctx, never)
      const { db } = server.ctx
      const events = await listRows(db, 'callback_deliveries', { account_id: accountId })
      const [event, ...more] = events
      expect(more).toEqual([])
      expect(event).toMatchObject({
        state: 'delivered',
        next_attempt_at: null,
        claimed_until: null,
      })
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([event!.event_id]),
      )
      counts.push(receiver.received.length)
      await db.deleteFrom('callback_attempts').execute()
      await db.deleteFrom('callback_deliveries').execute()
      await db.deleteFrom('callback_events').execute()
      if (!isCrashed) break
    }
    // Some crashes are before the call, some after it and before its result is stored.
    expect(new Set(counts)).toEqual(new Set([1, 2]))
  })

  test('shows the state and the attempts of one moment to a page that reads it meanwhile', async () => {
    const accountId = await createBusiness('/erp')
    await changeOrder(accountId)
    const { event_id: id } = (await findRow(server.ctx.db, 'callback_events', { account_id: accountId }))!
    let queries = 0
    const deliverAfterFirst: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some(row => 'deliveries' in row) && ++queries === 1)
          await deliverDueEvents(server.ctx, new AbortController().signal)
        return result
      },
    }
    const reading = { ...server.ctx, db: server.ctx.db.withPlugin(deliverAfterFirst) }
    const moments = async (read: () => Promise<Pick<CallbackEvent, 'deliveries'>>) => {
      const { deliveries } = await read()
      return deliveries.flatMap(({ state, attempts }) => [state, attempts])
    }
    expect(await moments(() => readEvent(reading, accountId, id))).toEqual(['waiting', 0])
    expect(await moments(() => readEvent(reading, accountId, id))).toEqual(['delivered', 1])
    queries = 0
    const newest = async () => (await readEvents(reading, accountId, { limit: 1 })).events[0]!
    server.clock.advance(1)
    await changeOrder(accountId)
    expect(await moments(newest)).toEqual(['waiting', 0])
    expect(await moments(newest)).toEqual(['delivered', 1])
    await server.ctx.db.deleteFrom('callback_attempts').execute()
    await server.ctx.db.deleteFrom('callback_deliveries').execute()
    await server.ctx.db.deleteFrom('callback_events').execute()
  })

  test('that is stopped gives back what it was delivering', async () => {
    const accountId = await createBusiness('/erp')
    receiver.answer(() => undefined)
    await changeOrder(accountId)
    const stopping = new AbortController()
    const running = deliverDueEvents(server.ctx, stopping.signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    stopping.abort()
    await running
    receiver.answer(response => response.end())
    await deliverDueEvents(server.ctx, new AbortController().signal)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id'])
  })
})
