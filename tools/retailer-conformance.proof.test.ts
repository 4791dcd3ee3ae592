import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { reconcile } from './retailer-conformance/reconcile.ts'
import { createSystem, sendWithSevenDifferences } from './retailer-conformance/seven-differences.testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { rateLimits: false } })
})
afterAll(() => server.close())

test('NX-358 of 10,000 orders the seven that differ are found, and no other', {
  timeout: 900_000,
}, async () => {
  const { accountId } = await server.customer()
  const { system, client } = await createSystem(server)
  const { own, differences } = await sendWithSevenDifferences(client, accountId, 10_000)
  const listPath = '/api/orders/retailer/orders'
  const found = await reconcile(system, { listPath }, own)
  expect(found.compared).toBe(10_000)
  expect(found.differences.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    differences.toSorted((a, b) => (a.id! < b.id! ? -1 : 1)),
  )
})
