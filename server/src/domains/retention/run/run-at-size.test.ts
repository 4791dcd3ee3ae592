import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { StorageStatus } from '#contract/retention.ts'
import { subscribeToAccount } from '#server/platform/push/account-channel.ts'
import { change } from '../../../context.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { countStatements } from '../../../testing/count-statements.ts'
import { testServer } from '../../../testing/harness.ts'
import { insertPhotoRows } from '../../../testing/photo-rows.ts'
import { createCustomer, lockCustomer } from '../../customers/index.ts'
import { sendDueReminders } from '../index.ts'
import { runRetention } from './run.ts'

const NOW = new Date('2027-01-10T09:15:00Z')
const DAY = 86_400_000
const never = new AbortController().signal
const server = closeAfterAll(await testServer({ work: false }))
const ctx = server.ctx
beforeEach(async () => {
  server.clock.set(NOW)
  await ctx.db.updateTable('customers').set({ deleted_at: new Date() }).execute()
  for (const table of ['retention_notices', 'retention_journal'] as const)
    await ctx.db.deleteFrom(table).execute()
})

/** Customers of one brand, one after the other: too late for a reminder, 40 days before their date, with an invalid date. */
async function insertCustomers(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const registeredAt = [
      new Date(NOW.getTime() - 900 * DAY),
      new Date(NOW.getTime() - 509 * DAY),
      new Date(0),
    ][i % 3]!
    const email = `${randomUUID()}@keepsake.test`
    const accountId = (await change(ctx, tx =>
      createCustomer(tx, { email, brandId: 'keepsake-gb', locale: 'en-GB', registeredAt }),
    ))!
    await insertPhotoRows(ctx, accountId, 1)
    ids.push(accountId)
  }
  return ids
}

/** Statements of a run over all customers. */
async function countStatementsOfRun(): Promise<number> {
  const { db, count } = countStatements(ctx.db)
  await runRetention({ ...ctx, db }, never)
  return count()
}

const outcomes = async (ids: readonly string[]) => {
  const notices = await ctx.db.selectFrom('retention_notices').select(['account_id', 'state']).execute()
  const journal = await ctx.db.selectFrom('retention_journal').select(['account_id', 'event']).execute()
  return ids.map(id =>
    [
      ...journal.filter(row => row.account_id === id).map(({ event }) => event),
      ...notices.filter(row => row.account_id === id).map(({ state }) => state),
    ].join(),
  )
}
const EXPECTED = ['deadline-moved,due', 'due', 'skipped']

test('RV-716 a run reminds, moves and journals a page of customers with as many statements as three', async () => {
  // The first lock of a process asks whether the database has other nodes.
  await change(ctx, tx => lockCustomer(tx, randomUUID()))
  const few = await insertCustomers(3)
  const forFew = await countStatementsOfRun()
  expect(await outcomes(few)).toEqual(EXPECTED)
  await ctx.db.updateTable('customers').set({ deleted_at: new Date() }).execute()
  const many = await insertCustomers(60)
  const forMany = await countStatementsOfRun()
  expect(await outcomes(many)).toEqual(many.map((_, i) => EXPECTED[i % 3]))
  expect(forMany).toBe(forFew)
  // The same day again.
  await runRetention(ctx, never)
  expect(await outcomes(many)).toEqual(many.map((_, i) => EXPECTED[i % 3]))
})

test('RV-716 each customer whose date is moved gets the new one on open pages', async () => {
  const ids = await insertCustomers(6)
  const received = new Map<string, StorageStatus>()
  const unsubscribe = ids.map(id =>
    subscribeToAccount(ctx, id, body => received.set(id, (body as { status: StorageStatus }).status)),
  )
  await runRetention(ctx, never)
  await expect.poll(() => received.size).toBe(2)
  for (const each of unsubscribe) each()
  for (const status of received.values())
    expect(status).toMatchObject({
      deletionDate: new Date(NOW.getTime() + 30 * DAY).toISOString(),
      projectCount: 0,
    })
  expect([...received.keys()].toSorted()).toEqual([ids[0]!, ids[3]!].toSorted())
})

test('RV-716 a customer whose rows cannot be written does not stop the others of the page; the run fails at its end', async () => {
  const ids = await insertCustomers(9)
  await sql`
    create function refuse_notice() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`.execute(ctx.db)
  await sql
    .raw(`create trigger refuse_notice before insert on retention_notices for each row
      when (new.account_id = '${ids[1]}') execute function refuse_notice()`)
    .execute(ctx.db)
  await expect(runRetention(ctx, never)).rejects.toThrow('Retention failed for some customers')
  expect(await outcomes(ids)).toEqual(ids.map((_, i) => (i === 1 ? '' : EXPECTED[i % 3])))
  await sql`drop function refuse_notice cascade`.execute(ctx.db)
  await runRetention(ctx, never)
  expect(await outcomes(ids)).toEqual(ids.map((_, i) => EXPECTED[i % 3]))
})

test('RV-716 sending fails at one customer: the others get their mails', async () => {
  const ids = await insertCustomers(6)
  await runRetention(ctx, never)
  await sql`
    create function refuse_mail() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`.execute(ctx.db)
  await sql
    .raw(`create trigger refuse_mail before update on retention_notices for each row
      when (new.account_id = '${ids[1]}') execute function refuse_mail()`)
    .execute(ctx.db)
  await expect(sendDueReminders(ctx, never)).rejects.toThrow('Reminders failed for some customers')
  const reminded = async () => (await outcomes(ids)).filter(outcome => outcome.includes('reminded')).length
  expect(await reminded()).toBe(3)
  await sql`drop function refuse_mail cascade`.execute(ctx.db)
  await sendDueReminders(ctx, never)
  expect(await reminded()).toBe(4)
})
