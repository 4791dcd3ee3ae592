import { describe, expect, test } from 'vitest'
import { domains } from '../app.ts'
import { authenticate } from '../domains/identity/index.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../testing/harness.ts'
import { createApp } from './app.ts'

const LIMIT = 60

const server = closeAfterAll(await testServer({ config: { role: 'web', requestsPerMinute: LIMIT } }))
const second = closeAfterAll(await startSecondServer(server, server.ctx.blobs))
const third = closeAfterAll(await startSecondServer(server, server.ctx.blobs))
const origins = [server, second, third].map(({ origin }) => origin)

describe('RV-707 the limit of calls, with three web processes', () => {
  /** Statuses of calls that are sent to the processes alternately. */
  async function callByTurns(customer: Client, calls: number): Promise<Map<number, number>> {
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < calls; sent += 12)
      await Promise.all(
        Array.from({ length: 12 }, async (_, i) => {
          const { status, body } = await fetch(
            `${origins[(sent + i) % origins.length]}/api/photo-management/photos/timeline/2024/13`,
            { headers: { authorization: `Bearer ${customer.token}` } },
          )
          await body?.cancel()
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
      )
    return statuses
  }

  test('RV-1287 240 calls of a customer in a minute get the 60 of the limit answered, with at most a tenth more for each other process', async () => {
    const busy = await server.customer()
    const statuses = await callByTurns(busy, 240)
    expect(statuses.get(400)).toBeGreaterThanOrEqual(LIMIT)
    expect(statuses.get(400)).toBeLessThanOrEqual(LIMIT * 1.2)
    expect(statuses.get(429)).toBe(240 - statuses.get(400)!)
    // Another customer is not affected, and the next minute begins from zero.
    expect(await callByTurns(await server.customer(), 12)).toEqual(new Map([[400, 12]]))
    server.clock.advance(60_000)
    expect(await callByTurns(busy, 12)).toEqual(new Map([[400, 12]]))
  })

  test('no account is stored with its calls', async () => {
    const busy = await server.customer()
    await callByTurns(busy, 36)
    const rows = await server.ctx.db.selectFrom('rate_counts').selectAll().execute()
    const calls = rows.filter(({ key }) => key.startsWith('calls:'))
    expect(calls.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(busy.accountId)
  })

  test('calls of few a minute cost no statement', async () => {
    const before = await server.ctx.db.selectFrom('rate_counts').selectAll().execute()
    await callByTurns(await server.customer(), 12)
    expect(await server.ctx.db.selectFrom('rate_counts').selectAll().execute()).toHaveLength(before.length)
  })

  test('P8 without the database each process counts alone', async () => {
    const { token } = await server.customer()
    const { http } = await createApp(server.ctx, domains, authenticate(server.ctx), () =>
      Promise.reject(new Error('the database is away')),
    )
    const ask = () =>
      http.inject({
        url: '/api/photo-management/photos/timeline/2024/13',
        headers: { authorization: `Bearer ${token}` },
      })
    for (let i = 0; i < LIMIT; i += 12)
      for (const { statusCode } of await Promise.all(Array.from({ length: 12 }, ask)))
        expect(statusCode).toBe(400)
    expect((await ask()).statusCode).toBe(429)
    await http.close()
  })
})
