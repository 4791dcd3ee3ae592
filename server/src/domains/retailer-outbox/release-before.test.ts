import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { deleteCustomer, putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { jobs as declaredJobs } from '../../app.ts'
import { type Context, change } from '../../context.ts'
import { up } from '../../migrations/0054-retailer-outbox.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { notifyErasureJob } from '../closures/job-kinds.ts'
import { notifyBusinessDetails } from '../customers/job-kinds.ts'
import { sendAddress } from '../orders/job-kinds.ts'
import { upsertOrder } from '../orders/orders.ts'
import { notifyDeletionJob } from '../projects/job-kinds.ts'
import { placeFileOrderJob } from '../sftp-access/job-kinds.ts'
import { sendDueMessages } from './retailer-outbox.testing.ts'

/** A server that does not work yet, and a retailer that accepts everything. */
async function open() {
  const retailer = await startRetailerServer()
  retailer.on(changeDeliveryAddress, ({ body }) => ({
    answer: { changeId: (body as { changeId: string }).changeId },
  }))
  retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-1'] } }))
  for (const call of [deleteProject, deleteCustomer, putBusinessCustomer])
    retailer.on(call, () => ({ status: call.status }))
  const server = await testServer({ work: false, config: { retailer: retailer.settings } })
  onTestFinished(async () => {
    await server.close()
    await retailer.close()
  })
  return { server, ctx: server.ctx, retailer }
}

/** The rows of the previous release for calls of a business customer that are still due; `since` is their time. */
async function insertOwed(ctx: Context, accountId: string, since: Date) {
  const [changeId, detailsId, projectId, requestId] = [
    randomUUID(),
    randomUUID(),
    `B-${randomUUID()}`,
    randomUUID(),
  ]
  const order = `K-${randomUUID()}`
  const deliveryAddress = { type: 'Home', ...addressForTests() } as const
  await upsertOrder(ctx, order, orderForTests(accountId, ctx.clock.now(), { deliveryAddress }))
  await ctx.db
    .insertInto('order_address_changes')
    .values({
      change_id: changeId,
      account_id: accountId,
      order_code: order,
      state: 'requested',
      address: JSON.stringify(addressForTests({ streetNumber: '49' })),
      previous_address: JSON.stringify(deliveryAddress),
      requested_at: since,
      updated_at: since,
    })
    .execute()
  await ctx.db
    .insertInto('business_details')
    .values({
      account_id: accountId,
      company_name: 'Lindholm Studio Ltd',
      registration_number: '09876543',
      vat_number: 'GB980780684',
      contact_first_name: 'Mira',
      contact_last_name: 'Lindholm',
      invoice_email: 'invoices@studio.test',
      phone_number: '+44 117 496 0123',
      invoice_address: JSON.stringify(addressForTests()),
      version: 1,
      change_id: detailsId,
      changed_at: since,
    })
    .execute()
  await ctx.db
    .insertInto('projects')
    .values({ project_id: projectId, account_id: accountId, version: 1, changed_at: since, erased_at: since })
    .execute()
  await ctx.db
    .insertInto('file_orders')
    .values({
      request_id: requestId,
      account_id: accountId,
      reference: 'A',
      content_hash: 'hash',
      body: JSON.stringify({ reference: 'A', products: [{ code: 'K-1-1', orderCode: 'K-1', copies: 1 }] }),
      state: 'waiting',
      created_at: since,
    })
    .execute()
  return { changeId, detailsId, projectId, requestId, order }
}
type Owed = Awaited<ReturnType<typeof insertOwed>>

const listExpectedCalls = (accountId: string, { projectId, requestId, order }: Owed) => [
  ['DELETE /projects/:id', { id: projectId }],
  ['PUT /customers/:accountId/business', { accountId }],
  ['PUT /orderFiles/:requestId', { requestId }],
  ['PUT /orders/:code/deliveryAddress', { code: order }],
]

test('NX-153 what a database of the release before owes the retailer is sent after the migration, once', async () => {
  const { server, ctx, retailer } = await open()
  const { accountId } = await server.customer({ business: true })
  const owed = await insertOwed(ctx, accountId, new Date(ctx.clock.now().getTime() - 86_400_000))
  await sql`drop table retailer_outbox, retailer_gate`.execute(ctx.db)
  await up(ctx.db as unknown as Kysely<unknown>)
  await sendDueMessages(ctx)
  await sendDueMessages(ctx)
  const calls = retailer.received.map(({ call, params }) => [call, params])
  expect(calls.toSorted()).toEqual(listExpectedCalls(accountId, owed))
  expect(retailer.received.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ requestId: owed.detailsId }),
  )
  expect(retailer.received.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ changeId: owed.changeId }),
  )
})

test('NX-153 jobs of the release before, which still runs during the upgrade, are taken over', async () => {
  const { server, ctx, retailer } = await open()
  const { accountId } = await server.customer({ business: true })
  const owed = await insertOwed(ctx, accountId, ctx.clock.now())
  const erasedId = randomUUID()
  const { changeId, detailsId, projectId, requestId } = owed
  await change(ctx, async tx => {
    await ctx.jobs.send(tx, sendAddress, [{ accountId, changeId }], { id: changeId })
    await ctx.jobs.send(tx, notifyBusinessDetails, [{ accountId, changeId: detailsId }], { id: detailsId })
    await ctx.jobs.send(tx, notifyDeletionJob, [{ projectId }])
    await ctx.jobs.send(tx, placeFileOrderJob, [{ accountId, requestId }])
    await ctx.jobs.send(tx, notifyErasureJob, [{ erasedId }])
  })
  await ctx.jobs.work(ctx, declaredJobs)
  await server.idle()
  const calls = retailer.received.map(({ call, params }) => [call, params])
  expect(calls.toSorted()).toEqual(
    [
      ['DELETE /customers/:accountId', { accountId: erasedId }],
      ...listExpectedCalls(accountId, owed),
    ].toSorted(),
  )
  const named = await ctx.db
    .selectFrom('retailer_outbox')
    .select('message_id')
    .where('account_id', '=', erasedId)
    .execute()
  expect(named).toEqual([])
})
