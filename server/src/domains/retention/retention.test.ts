import { expect, test } from 'vitest'
import { getStorageStatus } from '#contract/retention.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

const server = closeAfterAll(await testServer())

test('PL-190 returns status, months, days and every date of the caller’s own library', async () => {
  server.clock.set('2026-01-10T12:00:00Z')
  const customer = await server.customer()
  expect(await customer.call(getStorageStatus)).toEqual({
    status: 'safe',
    monthsRemaining: 18,
    daysRemaining: 546,
    deletionDate: '2027-07-10T11:00:00.000Z',
    lastOrderDate: null,
    registrationDate: '2026-01-10T12:00:00.000Z',
    projectCount: 0,
    delayedDeletionDate: null,
    projectedDeletionDate: '2027-07-10T11:00:00.000Z',
    lastRestorableDay: '2027-08-08',
  })
})

test('PL-190 PL-002 PL-132 an order restarts the period, a delayed date wins, and other customers are unaffected', async () => {
  server.clock.set('2026-01-10T12:00:00Z')
  const customer = await server.customer()
  const other = await server.customer()
  const write = (facts: { last_order_at?: Date; delayed_deletion_at?: Date }) =>
    updateRows(server.ctx.db, 'customers', { account_id: customer.accountId }, facts)
  await write({ last_order_at: new Date('2025-12-24T20:00:00Z') })
  const ordered = await customer.call(getStorageStatus)
  expect(ordered).toMatchObject({
    lastOrderDate: '2025-12-24T20:00:00.000Z',
    deletionDate: '2027-06-24T19:00:00.000Z',
  })
  await write({ delayed_deletion_at: new Date('2026-01-23T12:00:00Z') })
  expect(await customer.call(getStorageStatus)).toEqual({
    ...ordered,
    status: 'critical',
    monthsRemaining: 0,
    daysRemaining: 13,
    deletionDate: '2026-01-23T12:00:00.000Z',
    delayedDeletionDate: '2026-01-23T12:00:00.000Z',
    lastRestorableDay: '2026-02-21',
  })
  expect(await other.call(getStorageStatus)).toMatchObject({ status: 'safe', lastOrderDate: null })
})

test('PL-190 a day later on the brand’s calendar, one day less remains', async () => {
  server.clock.set('2026-01-10T23:58:00Z')
  const customer = await server.customer()
  const { daysRemaining } = await customer.call(getStorageStatus)
  server.clock.advance(5 * 60_000)
  expect((await customer.call(getStorageStatus)).daysRemaining).toBe(daysRemaining - 1)
})

test('the calendar is that of the customer’s brand, or of the default brand if it is no longer configured', async () => {
  const customer = await server.customer()
  // Just before midnight in UTC it is already the next day further east.
  const registered = new Date(Date.UTC(2000, 0, 15, 22, 30))
  const facts = { registered_at: registered, brand_id: 'a-brand-that-left' }
  await updateRows(server.ctx.db, 'customers', { account_id: customer.accountId }, facts)
  expect((await customer.call(getStorageStatus)).registrationDate).toBe(registered.toISOString())
  const { daysRemaining } = await customer.call(getStorageStatus)
  expect(Math.abs(daysRemaining - 30)).toBeLessThan(2)
})
