import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { type Context, change } from '../../../context.ts'
import { insertRows, listColumns, listRows, updateRows } from '../../../platform/db/rows.ts'
import { findMonthCountErrors } from '../../../testing/consistency-checks.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { orderForTests } from '../../../testing/retailer-orders.ts'
import { createCustomer } from '../../customers/index.ts'
import { upsertOrder } from '../../orders/orders.ts'
import { completeErasure } from '../../photos/erasure/complete-erasure.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { sendReminder } from '../reminders/reminders.ts'
import { runRetention } from './run.ts'

/*
 * A process that crashes at a given step of its input and output: before or after any query or transaction, or while a
 * mail is being sent. It does nothing from then on; another process resumes its work.
 */

/** Crashes at every fifth step, from a random first one; RETENTION_DEATHS=all crashes at every step. */
const STRIDE = process.env.RETENTION_DEATHS === 'all' ? 1 : 5
const FIRST = Math.floor(Math.random() * STRIDE)

const DAY = 86_400_000
const DEADLINE = Date.parse('2027-01-10T12:00:00Z')
const never = new AbortController().signal

let server: TestServer
let picture: Buffer
beforeAll(async () => {
  server = await testServer({
    work: false,
    config: { retention: { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 } },
  })
  picture = await jpeg()
})
afterAll(() => server.close())
beforeEach(() => reset())

/** Removes the customers of earlier tests, which would count for the guard. */
async function reset(): Promise<void> {
  const { db } = server.ctx
  await db.updateTable('customers').set({ deleted_at: new Date() }).execute()
  for (const table of ['retention_notices', 'retention_departures', 'retention_guards'] as const)
    await db.deleteFrom(table).execute()
  server.clock.set('2025-07-10T11:00:00Z')
}

const daysBefore = (days: number) => server.clock.set(new Date(DEADLINE - days * DAY + 60_000))

interface TestCustomer {
  accountId: string
  email: string
}

async function customerWithPhotos(photos: number): Promise<TestCustomer> {
  const email = `${randomUUID()}@keepsake.test`
  const accountId = (await change(server.ctx, tx =>
    createCustomer(tx, { email, brandId: 'keepsake-gb', locale: 'en-GB', registeredAt: server.clock.now() }),
  ))!
  for (let i = 0; i < photos; i++)
    await uploadBuffer(server.ctx, accountId, `${i}.jpg`, Buffer.concat([picture, Buffer.from(randomUUID())]))
  return { accountId, email }
}

/** Fills the library with copies of its first row, so that it expires and is restored in several batches. */
async function multiply({ accountId }: TestCustomer, photos: number): Promise<void> {
  const { db } = server.ctx
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_sort,
      taken_unknown, taken_month, created_month, created_at, state, width, height)
    select account_id, gen_random_uuid(), upload_id, md5(n::text) || md5(n::text), crc32, size, content_type, file_name,
      taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height
    from (select * from photos where account_id = ${accountId} limit 1) one, generate_series(1, ${sql.lit(photos)}) n
  `.execute(db)
  await sql`update month_counts set photos = photos + ${sql.lit(photos)} where account_id = ${accountId}`.execute(
    db,
  )
}

const count = async ({ accountId }: TestCustomer, where: 'library' | 'bin') => {
  const rows = await server.ctx.db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('deleted_at', where === 'bin' ? 'is not' : 'is', null)
    .execute()
  return rows.length
}
const mails = ({ email }: TestCustomer) =>
  server.mailbox.list().filter(mail => mail.to.includes(email)).length
const events = async ({ accountId }: TestCustomer) => {
  const rows = await listColumns(
    server.ctx.db,
    'retention_journal',
    { account_id: accountId },
    ['event'],
    'entry_id',
  )
  return rows.map(row => row.event)
}

async function sendDue(ctx: Context): Promise<void> {
  const due = await listRows(ctx.db, 'retention_notices', { state: 'due' })
  for (const { account_id, deadline, days_before } of due)
    await sendReminder(ctx, {
      accountId: account_id,
      deadline: deadline.toISOString(),
      daysBefore: days_before,
    })
}

/** Repeats the work with more steps each time until it completes; `after` checks the state after each crash. */
async function crashUntilComplete(
  prepare: () => Promise<void>,
  work: (ctx: Context) => Promise<void>,
  after: (crashed: boolean) => Promise<void>,
): Promise<number> {
  for (let steps = FIRST; ; steps += STRIDE) {
    await prepare()
    const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
    await work(ctx).catch(error => {
      if (!hasCrashed()) throw error
    })
    await after(hasCrashed())
    if (!hasCrashed()) return steps
  }
}

describe('P10 P28 a crash at every step', () => {
  test('OP-01 a reminder is sent once or not at all, never twice, and the next one is sent', async () => {
    let customer: TestCustomer
    const steps = await crashUntilComplete(
      async () => {
        await reset()
        customer = await customerWithPhotos(1)
        daysBefore(60)
      },
      async ctx => {
        await runRetention(ctx, never)
        await sendDue(ctx)
      },
      async crashed => {
        for (let again = 0; again < 2; again++) {
          server.clock.advance(2 * 60 * 60_000)
          await runRetention(server.ctx, never)
          await sendDue(server.ctx)
        }
        expect(mails(customer)).toBeLessThanOrEqual(1)
        const journaled = await events(customer)
        expect(journaled).toEqual(
          journaled.length === 1 ? [expect.stringMatching(/^(reminded|reminder-unknown)$/)] : [],
        )
        // A reminder of unknown delivery does not allow deletion.
        if (mails(customer) === 0) expect(journaled).toEqual(['reminder-unknown'])
        if (!crashed) expect([mails(customer), journaled]).toEqual([1, ['reminded']])
        daysBefore(30)
        await runRetention(server.ctx, never)
        await sendDue(server.ctx)
        expect((await events(customer)).at(-1)).toBe('reminded')
      },
    )
    expect(steps).toBeGreaterThan(8)
  })

  /** A library whose reminders were sent and whose deletion date has come. */
  async function dueCustomer(photos: number): Promise<TestCustomer> {
    await reset()
    const customer = await customerWithPhotos(photos)
    await insertRows(server.ctx.db, 'retention_notices', {
      account_id: customer.accountId,
      deadline: new Date(DEADLINE),
      days_before: 30,
      state: 'sent',
      brand_id: 'keepsake-gb',
      due_at: new Date(DEADLINE - 30 * DAY),
      sent_at: new Date(DEADLINE - 30 * DAY),
    })
    daysBefore(0)
    return customer
  }

  test('a library that expires: the next run completes it, and the journal has it once', async () => {
    let customer: TestCustomer
    const steps = await crashUntilComplete(
      async () => {
        customer = await dueCustomer(2)
        await multiply(customer, 600)
      },
      ctx => runRetention(ctx, never),
      async () => {
        await runRetention(server.ctx, never)
        expect([await count(customer, 'library'), await count(customer, 'bin')]).toEqual([0, 602])
        expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
        expect(await events(customer)).toEqual(['leaving', 'left'])
      },
    )
    expect(steps).toBeGreaterThan(8)
  })

  test('PL-002 an order after a crash midway: everything is restored', async () => {
    let customer: TestCustomer
    let crashedMidway = false
    await crashUntilComplete(
      async () => {
        customer = await dueCustomer(2)
        // Three batches: with this stride some crash falls between two of them.
        await multiply(customer, 1200)
      },
      ctx => runRetention(ctx, never),
      async () => {
        crashedMidway ||= (await count(customer, 'library')) > 0 && (await count(customer, 'bin')) > 0
        await upsertOrder(
          server.ctx,
          `K-${randomUUID()}`,
          orderForTests(customer.accountId, server.clock.now()),
        )
        await advanceExpiration(server.ctx, customer.accountId)
        expect([await count(customer, 'library'), await count(customer, 'bin')]).toEqual([1202, 0])
        expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
        await runRetention(server.ctx, never)
        expect(await count(customer, 'library')).toBe(1202)
      },
    )
    expect(crashedMidway).toBe(true)
  })

  test('PL-002 a crash while restoring: the next run restores the rest', async () => {
    let customer: TestCustomer
    const steps = await crashUntilComplete(
      async () => {
        customer = await dueCustomer(2)
        await runRetention(server.ctx, never)
        await updateRows(
          server.ctx.db,
          'customers',
          { account_id: customer.accountId },
          { last_order_at: server.clock.now() },
        )
      },
      ctx => advanceExpiration(ctx, customer.accountId),
      async () => {
        daysBefore(-40)
        await runRetention(server.ctx, never)
        expect([await count(customer, 'library'), await count(customer, 'bin')]).toEqual([2, 0])
        expect(await events(customer)).toEqual(['leaving', 'left', 'returning', 'returned'])
      },
    )
    expect(steps).toBeGreaterThan(5)
  })

  test('the end of the grace period: no rows and no bytes of the library remain', async () => {
    let customer: TestCustomer
    const steps = await crashUntilComplete(
      async () => {
        customer = await dueCustomer(2)
        await runRetention(server.ctx, never)
        daysBefore(-31)
      },
      ctx => runRetention(ctx, never),
      async () => {
        await runRetention(server.ctx, never)
        expect(await count(customer, 'bin')).toBe(0)
        expect(await events(customer)).toEqual(['leaving', 'left', 'erasing', 'erased'])
        const rows = await listColumns(server.ctx.db, 'photos', { account_id: customer.accountId }, [
          'photo_id',
        ])
        const { accountId } = customer
        await completeErasure(server.ctx, { accountId, photoIds: rows.map(row => row.photo_id) })
        const keys = []
        for await (const { key } of server.ctx.blobs.list(`${accountId}/`)) keys.push(key)
        expect(keys).toEqual([])
      },
    )
    expect(steps).toBeGreaterThan(8)
  })

  test('PL-002 an order while the library is being erased: what is not erased yet is restored', async () => {
    const returned: number[] = []
    for (let steps = 8; returned.at(-1) !== 0 && steps <= 80; steps += 4) {
      const customer = await dueCustomer(1)
      await multiply(customer, 600)
      await runRetention(server.ctx, never)
      daysBefore(-31)
      const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
      await runRetention(ctx, never).catch(error => {
        if (!hasCrashed()) throw error
      })
      const left = await count(customer, 'bin')
      const finished = (await events(customer)).includes('erased')
      await upsertOrder(
        server.ctx,
        `K-${randomUUID()}`,
        orderForTests(customer.accountId, server.clock.now()),
      )
      await advanceExpiration(server.ctx, customer.accountId)
      expect([await count(customer, 'library'), await count(customer, 'bin')]).toEqual(
        finished ? [0, 0] : [left, 0],
      )
      expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
      expect((await events(customer)).at(-1)).toBe(finished ? 'erased' : 'returned')
      returned.push(left)
    }
    // Crashed before, during and after the erasure.
    expect(new Set(returned)).toEqual(new Set([601, 101, 0]))
  })

  test('P28 two concurrent runs do everything once', async () => {
    const customer = await dueCustomer(3)
    await Promise.all([1, 2, 3].map(() => runRetention(server.ctx, never)))
    expect(await events(customer)).toEqual(['leaving', 'left'])
    expect([await count(customer, 'library'), await count(customer, 'bin')]).toEqual([0, 3])
    daysBefore(-31)
    await Promise.all([1, 2, 3].map(() => runRetention(server.ctx, never)))
    expect(await events(customer)).toEqual(['leaving', 'left', 'erasing', 'erased'])
    await reset()
    const other = await customerWithPhotos(1)
    daysBefore(60)
    await Promise.all([1, 2, 3].map(() => runRetention(server.ctx, never)))
    await Promise.all([1, 2, 3].map(() => sendDue(server.ctx)))
    expect(mails(other)).toBe(1)
  })
})
