import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import { domains } from '../../app.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { eraseAccount } from '../closures/erase-account.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { cleanUpWithdrawals } from './index.ts'
import { frame, startWithdrawalServer, withdraw } from './withdrawals.testing.ts'

const DAY_MS = 86_400_000
const MARKER = 'Xylophonist'

let customer: Client
const t = closeAfterAll(await startWithdrawalServer())
beforeEach(async () => {
  t.server.clock.set('2026-11-22T11:50:07.400Z')
  t.retailer.received.length = 0
  customer = await t.server.customer()
})

const erase = () =>
  eraseAccount(t.server.ctx, domains, { accountId: customer.accountId, by: 'test', rule: 'customer-care' })

/** Withdraws with a marker word in every field. */
async function withdrawMarked(): Promise<void> {
  const oak = frame({ title: MARKER })
  const orderCode = await t.placeOrder(customer, [oak], '2026-11-20T11:24:00Z')
  const email = `${MARKER}@keepsake.test`
  await withdraw(customer, {
    withdrawalId: randomUUID(),
    orderCode,
    productCodes: [oak.code],
    name: MARKER,
    email,
  })
  await t.server.idle()
}

async function countMarkers(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from withdrawals where to_jsonb(withdrawals)::text ilike ${`%${MARKER}%`}`.execute(
    t.server.ctx.db,
  )
  return rows[0]!.count
}

test('NX-156 of a delivered withdrawal nothing is left', async () => {
  t.accept()
  await withdrawMarked()
  expect(await countMarkers()).toBe(1)
  await erase()
  expect(await countMarkers()).toBe(0)
})

test('NX-156 an undelivered withdrawal is delivered first, then nothing is left of it', async () => {
  t.retailer.on(putWithdrawal, () => ({ status: 503 }))
  await withdrawMarked()
  await erase()
  expect(await countMarkers()).toBe(1)
  t.accept()
  t.retailer.received.length = 0
  t.server.clock.advance(3_600_000)
  await sendDueMessages(t.server.ctx)
  expect(t.received()).toMatchObject([{ matched: true, name: MARKER }])
  expect(await countMarkers()).toBe(0)
})

test('NX-156 an undelivered withdrawal is given up seven days after the erasure', async () => {
  t.retailer.on(putWithdrawal, () => ({ status: 503 }))
  await withdrawMarked()
  await erase()
  t.server.clock.advance(7 * DAY_MS - 1)
  await cleanUpWithdrawals(t.server.ctx)
  expect(await countMarkers()).toBe(1)
  t.server.clock.advance(2)
  await cleanUpWithdrawals(t.server.ctx)
  expect(await countMarkers()).toBe(0)
  t.accept()
  t.retailer.received.length = 0
  await sendDueMessages(t.server.ctx)
  expect(t.received()).toEqual([])
})

test('NX-156 a statement without account is deleted 90 days after the retailer had it', async () => {
  t.accept()
  await t.state({ name: MARKER })
  await t.server.idle()
  expect(await countMarkers()).toBe(1)
  t.server.clock.advance(90 * DAY_MS - 1)
  await cleanUpWithdrawals(t.server.ctx)
  expect(await countMarkers()).toBe(1)
  t.server.clock.advance(2)
  await cleanUpWithdrawals(t.server.ctx)
  expect(await countMarkers()).toBe(0)
})
