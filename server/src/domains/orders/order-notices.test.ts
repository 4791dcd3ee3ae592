import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrder } from '#contract/orders.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from './orders.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } })
})
afterAll(() => server.close())

test('NX-106 a notice leads to a shop of the brand only: a stored address that became foreign is not shown', async () => {
  const customer = await server.customer()
  const notice = (url: string) => ({
    kind: 'hold' as const,
    reason: 'photo-quality' as const,
    since: server.clock.now().toISOString(),
    text: 'Page 14 is small.',
    action: { label: 'Answer', url },
  })
  const [own, foreign] = [`K-${randomUUID()}`, `K-${randomUUID()}`]
  const order = (url: string, code: string) =>
    orderForTests(customer.accountId, server.clock.now(), {
      products: [{ code: `P-${code}`, article: 'BOOK', title: 'Book' }],
      notice: notice(url),
    })
  await upsertOrder(server.ctx, own, order('https://www.keepsake.example/answer', own))
  // The call refuses it; it was the address of a shop when it was stored.
  await upsertOrder(server.ctx, foreign, order('https://former-shop.example/answer', foreign))
  const read = async (code: string) => (await customer.call(getOrder, { params: { code } })).notice
  expect(await read(own)).toMatchObject({ action: { url: 'https://www.keepsake.example/answer' } })
  const shown = await read(foreign)
  expect(shown).toMatchObject({ text: 'Page 14 is small.' })
  expect(shown).not.toHaveProperty('action')
})

test('NX-144 the number of a card in a payment is in no table after it was refused', async () => {
  const { accountId } = await server.customer()
  const number = '4242424242424242'
  const answer = await fetch(new URL(`${SERVICES.orders}/retailer/orders/K-${randomUUID()}`, server.origin), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({
      ...orderForTests(accountId, server.clock.now(), {
        products: [{ code: `P-${randomUUID()}`, article: 'BOOK', title: 'Book' }],
      }),
      payment: { method: 'card', label: `card ${number}` },
    }),
  })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(await answer.json())).not.toContain(number)
  await server.idle()
  const refusals = await server.ctx.db.selectFrom('retailer_refusals').selectAll().execute()
  expect(refusals.length).toBeGreaterThan(0)
  expect(JSON.stringify(refusals)).not.toContain(number)
})
