import { expect, test } from 'vitest'
import { getStorageStatus } from '#contract/retention.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

const server = closeAfterAll(await testServer({ work: false }))

const change = ({ accountId }: Client, facts: Record<string, Date | string | null>) =>
  updateRows(server.ctx.db, 'customers', { account_id: accountId }, facts)

test('PL-190 PL-002 a new customer has 18 months from the registration', async () => {
  const customer = await server.customer()
  const status = await customer.call(getStorageStatus)
  const now = server.clock.now()
  expect(status).toMatchObject({
    status: 'safe',
    lastOrderDate: null,
    delayedDeletionDate: null,
    registrationDate: now.toISOString(),
    projectCount: 0,
  })
  expect([17, 18]).toContain(status.monthsRemaining)
  expect(status.deletionDate).toBe(status.projectedDeletionDate)
  const days = (Date.parse(status.deletionDate) - now.getTime()) / 86_400_000
  expect(Math.abs(days - status.daysRemaining)).toBeLessThan(1.1)
  expect(status.daysRemaining).toBeGreaterThan(540)
})

test('PL-131 PL-132 order, delayed date and brand count, each for its own customer', async () => {
  const [ordered, waiting] = [await server.customer(), await server.customer()]
  const now = server.clock.now().getTime()
  const ago = (days: number) => new Date(now - days * 86_400_000)
  await change(ordered, { registered_at: ago(700), last_order_at: ago(1) })
  await change(waiting, { registered_at: ago(530) })
  expect((await ordered.call(getStorageStatus)).status).toBe('safe')
  expect((await waiting.call(getStorageStatus)).status).toBe('critical')
  await change(waiting, { delayed_deletion_at: new Date(now + 120 * 86_400_000) })
  const delayed = await waiting.call(getStorageStatus)
  expect(delayed.status).toBe('safe')
  expect(delayed.deletionDate).toBe(delayed.delayedDeletionDate)
  expect(delayed.deletionDate).not.toBe(delayed.projectedDeletionDate)
})

test('the calendar is that of the customer’s brand, or of the default brand if it is no longer configured', async () => {
  const customer = await server.customer()
  // Just before midnight in UTC it is already the next day further east.
  const registered = new Date(Date.UTC(2000, 0, 15, 22, 30))
  await change(customer, { registered_at: registered, brand_id: 'a-brand-that-left' })
  expect((await customer.call(getStorageStatus)).registrationDate).toBe(registered.toISOString())
  const { daysRemaining } = await customer.call(getStorageStatus)
  expect(Math.abs(daysRemaining - 30)).toBeLessThan(2)
})
