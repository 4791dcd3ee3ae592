import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { getOrder } from '#contract/orders.ts'
import { up } from '../../migrations/0018-order-versions.ts'
import { up as addPromisedDays } from '../../migrations/0070-promised-delivery-dates.ts'
import { up as addSearch } from '../../migrations/0074-order-search.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from './orders.ts'

const BEFORE = [
  'drop table order_products',
  'drop table order_feeds',
  'drop index orders_by_date',
  'alter table orders drop column version, drop column payable_until, drop column state, drop column placed_year',
  'alter table orders drop column search_text, drop column search_version',
  `alter table orders add column state text not null default ''`,
]

/** As the interface without versions stored it. */
const BODY = {
  createdAt: '2026-03-30T09:00:00Z',
  status: 'shipped',
  products: [{ code: 'PRINT-10X15', name: 'Prints', quantity: 12 }, { code: 'MUG' }],
  deliveryAddress: { type: 'Home', name: 'Anna Keller', houseNumber: '12', country: 'GB' },
  total: { amount: '7.2', currency: 'GBP' },
}

test('AA-076 an order stored before versions can be read, and its first version replaces it', async () => {
  const server = await testServer()
  const { db } = server.ctx
  const customer = await server.customer()
  for (const statement of BEFORE) await sql.raw(statement).execute(db)
  await sql`insert into orders (account_id, code, created_at, state, body, received_at, updated_at)
    values (${customer.accountId}, 'K-1', ${BODY.createdAt}, 'shipped', ${JSON.stringify(BODY)}, now(), now())`.execute(
    db,
  )
  await up(db as Kysely<unknown>)
  await addPromisedDays(db as Kysely<unknown>)
  await addSearch(db as Kysely<unknown>)
  const read = () => customer.call(getOrder, { params: { code: 'K-1' } })
  expect(await read()).toMatchObject({
    superOrderCode: 'K-1',
    createdAt: BODY.createdAt,
    status: 'shipped',
    products: [
      { code: 'K-1-1', article: 'PRINT-10X15', title: 'Prints', quantity: 12 },
      { code: 'K-1-2', article: 'MUG', title: 'MUG', quantity: 1 },
    ],
    deliveryAddress: { lastName: 'Anna Keller', streetNumber: '12', countryCode: 'GB' },
    total: { amount: 720, currency: 'GBP' },
  })
  const products = [{ code: 'K-1-1', article: 'BOOK', title: 'Photo book' }]
  await upsertOrder(server.ctx, 'K-1', orderForTests(customer.accountId, BODY.createdAt, { products }))
  expect((await read()).products).toMatchObject(products)
  await server.close()
})
