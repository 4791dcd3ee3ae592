import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrder } from '#contract/orders.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from './orders.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({
    config: {
      serviceTokens: [{ name: 'shop', token: TOKEN }],
      printsEditor: 'https://former-shop.example/',
    },
  }),
)
/** After a change of the configuration: the former shop is none of the brand any more. */
const later = closeAfterAll(await startSecondServer(server, server.ctx.blobs, { printsEditor: undefined }))

test('NX-106 a notice leads to a shop of the brand only: a stored address that became foreign is not shown', async () => {
  const { accountId, email, token } = await server.customer()
  const code = `K-${randomUUID()}`
  await upsertOrder(
    server.ctx,
    code,
    orderForTests(accountId, server.clock.now(), {
      products: [{ code: `P-${code}`, article: 'BOOK', title: 'Book' }],
      notice: {
        kind: 'hold',
        reason: 'photo-quality',
        since: server.clock.now().toISOString(),
        text: 'Page 14 is small.',
        action: { label: 'Answer', url: 'https://former-shop.example/answer' },
      },
    }),
  )
  const read = async (origin: string) => {
    const client = new Client(origin, accountId, email, token)
    return (await client.call(getOrder, { params: { code } })).notice
  }
  expect(await read(server.origin)).toMatchObject({ action: { url: 'https://former-shop.example/answer' } })
  const shown = await read(later.origin)
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
