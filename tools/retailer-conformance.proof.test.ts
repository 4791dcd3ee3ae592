import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { reconcile } from './retailer-conformance/reconcile.ts'
import {
  createOrderBody,
  createSystem,
  sendWithSevenDifferences,
} from './retailer-conformance/seven-differences.testing.ts'
import { tryBodies } from './retailer-conformance/try-bodies.ts'

const LIST = '/api/orders/retailer/orders'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { rateLimits: false } })
})
afterAll(() => server.close())

/** Numbers of rows that a body which is stored would change. */
async function countRows() {
  const { rows } = await sql`select (select count(*) from orders) as orders,
    (select count(*) from retailer_states) as states,
    (select coalesce(sum(version), 0) from retailer_states) as versions,
    (select count(*) from pgboss.job) as jobs`.execute(server.ctx.db)
  return [rows, server.mailbox.list().length]
}

test('NX-358 NX-360 NX-356 of 10,000 orders the seven that differ are found, 1,000 dry runs change nothing, and a system of another vendor sees none', {
  timeout: 1_800_000,
}, async () => {
  const { accountId } = await server.customer()
  const { system, client } = await createSystem(server)
  const { own, differences } = await sendWithSevenDifferences(client, accountId, 10_000)
  const found = await reconcile(system, { listPath: LIST }, own)
  expect(found.compared).toBe(10_000)
  expect(found.differences.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    differences.toSorted((a, b) => (a.id! < b.id! ? -1 : 1)),
  )

  await server.idle()
  const before = await countRows()
  const bodies = own.slice(0, 1000).map(({ id }, n) => ({
    path: `${LIST}/${id}`,
    body: { ...createOrderBody(accountId, id, 4), ...(n % 5 === 0 && { status: `Sent ${n}` }) },
  }))
  const lines: string[] = []
  expect(await tryBodies(system, bodies, line => lines.push(line))).toEqual({ tried: 1000, wrong: 200 })
  expect(lines.filter(line => line.endsWith(': 400 bad-request, status not-valid'))).toHaveLength(200)
  await server.idle()
  expect(await countRows()).toEqual(before)

  const other = await createSystem(server, 'snapbook')
  expect(await reconcile(other.system, { listPath: LIST }, [])).toEqual({ compared: 0, differences: [] })
  expect((await other.client.fetch(`${LIST}/${own[0]!.id}`)).status).toBe(404)
})
