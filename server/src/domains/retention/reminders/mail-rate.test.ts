import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Context, change } from '../../../context.ts'
import { listColumns, listRows, updateRows } from '../../../platform/db/rows.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { insertPhotoRows } from '../../../testing/photo-rows.ts'
import { runJob } from '../../../testing/run-job.ts'
import { createCustomer, setDelayedDeletion } from '../../customers/index.ts'
import { retentionCommand } from '../commands/command.ts'
import { sendDueReminders } from '../index.ts'
import { sendRemindersJob } from '../job-kinds.ts'
import { runRetention } from '../run/run.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.parse('2027-01-10T09:15:00Z')
const never = new AbortController().signal

let mailsBefore: number
const server = closeAfterAll(await testServer({ work: false }))
const ctx = server.ctx
beforeEach(() => {
  server.clock.set(new Date(NOW))
  mailsBefore = server.mailbox.list().length
  ctx.config.retention = { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 }
})
afterEach(async () => {
  await ctx.db.updateTable('customers').set({ deleted_at: new Date() }).execute()
  for (const table of ['retention_notices', 'retention_departures', 'retention_journal'] as const)
    await ctx.db.deleteFrom(table).execute()
})

interface TestCustomer {
  accountId: string
  email: string
}

/** A customer with photos that expire that many days from now. */
async function customer(daysLeft: number, brandId = 'keepsake-gb'): Promise<TestCustomer> {
  const email = `${randomUUID()}@keepsake.test`
  const accountId = (await change(ctx, tx =>
    createCustomer(tx, { email, brandId, locale: 'en-GB', registeredAt: new Date(NOW - 700 * DAY) }),
  ))!
  await insertPhotoRows(ctx, accountId, 2)
  await change(ctx, tx => setDelayedDeletion(tx, accountId, new Date(NOW + daysLeft * DAY + MINUTE)))
  return { accountId, email }
}

const run = () => runRetention(ctx, never)
const send = (as: Context = ctx) => sendDueReminders(as, never)

/** Recipients of this test's mails so far, in their order. */
const recipients = () =>
  server.mailbox
    .list()
    .toReversed()
    .slice(mailsBefore)
    .flatMap(mail => mail.to)
const listMailedIndexes = (customers: readonly TestCustomer[]) => {
  const emails = customers.map(({ email }) => email)
  return recipients()
    .map(email => emails.indexOf(email))
    .filter(index => index >= 0)
}
const listPhotos = ({ accountId }: TestCustomer) =>
  listColumns(ctx.db, 'photos', { account_id: accountId, deleted_at: null }, ['photo_id'])
const listJournalEntries = ({ accountId }: TestCustomer) =>
  listColumns(ctx.db, 'retention_journal', { account_id: accountId }, ['event', 'photos'], 'entry_id')
const listNotices = ({ accountId }: TestCustomer) =>
  listRows(ctx.db, 'retention_notices', { account_id: accountId })

describe('RV-716 reminders of a brand', () => {
  test('are sent up to the rates of an hour and of a minute, the nearest deletion dates first', async () => {
    ctx.config.retention.mailsPerHour = 120
    // In another order than their dates.
    const days = [60, 9, 30, 1, 45, 8, 50]
    for (const left of days) await customer(left)
    const customers = await Promise.all([20, 40, 10, 7, 55, 31].map(left => customer(left)))
    await run()
    await send()
    expect(listMailedIndexes(customers)).toEqual([3])
    await send()
    expect(recipients()).toHaveLength(2)
    for (let minute = 1; minute < 10; minute++) {
      server.clock.advance(MINUTE)
      await send()
      expect(recipients().length).toBeLessThanOrEqual(2 * (minute + 1))
    }
    // The reminder with a day left: its date was postponed to 30 days from now.
    expect(recipients()).toHaveLength(13)
    expect(listMailedIndexes(customers)).toEqual([3, 2, 0, 5, 1, 4])
  })

  test('do not exceed the rate of an hour, whichever hour', async () => {
    ctx.config.retention.mailsPerHour = 3
    for (let i = 0; i < 9; i++) await customer(30)
    await run()
    const sentAt: number[] = []
    for (let minute = 0; recipients().length < 9; minute++) {
      await send()
      while (sentAt.length < recipients().length) sentAt.push(minute)
      server.clock.advance(MINUTE)
      expect(minute).toBeLessThan(200)
    }
    expect(sentAt).toEqual([0, 1, 2, 60, 61, 62, 120, 121, 122])
  })

  test('do not wait for those of another brand', async () => {
    ctx.config.retention.mailsPerHour = 1
    for (let i = 0; i < 3; i++) await customer(10)
    const other = await customer(60, 'herzbild-de')
    await run()
    await send()
    expect(recipients()).toHaveLength(2)
    expect(recipients()).toContain(other.email)
  })

  test('count for the rate in all processes that send at the same time', async () => {
    ctx.config.retention.mailsPerHour = 180
    for (let i = 0; i < 8; i++) await customer(30)
    await run()
    await Promise.all([send(), send(), send(), send()])
    expect(recipients()).toHaveLength(3)
    expect(new Set(recipients()).size).toBe(3)
  })

  test('are sent by a job that starts every minute', async () => {
    const one = await customer(30)
    await run()
    expect(sendRemindersJob.schedule).toBe('* * * * *')
    await runJob(server, sendRemindersJob.name)
    expect(recipients()).toEqual([one.email])
  })
})

describe('RV-716 OP-01 a reminder that the rate delays', () => {
  test('delays the deletion: nothing expires without a reminder at least 7 days before', async () => {
    ctx.config.retention.mailsPerHour = 1
    const customers = [await customer(8), await customer(8), await customer(8), await customer(8)]
    const state = async () => {
      const left = await Promise.all(customers.map(each => listPhotos(each)))
      return left.map(photos => photos.length)
    }
    // One mail a day, as if all other hours of the day were used up: three of four are not reminded in time.
    for (let day = 0; day <= 8; day++) {
      server.clock.set(new Date(NOW + day * DAY + 2 * MINUTE))
      await run()
      if (day === 0) await send()
    }
    const [first] = listMailedIndexes(customers)
    const expired = await state()
    expect(expired.filter((_, i) => i !== first)).toEqual([2, 2, 2])
    expect(expired[first!]).toBe(0)
    for (const [i, each] of customers.entries())
      if (i !== first)
        expect(await listJournalEntries(each)).toEqual([{ event: 'deadline-moved', photos: null }])
    // With a sufficient rate, all are reminded of their new dates, and expire then.
    ctx.config.retention.mailsPerHour = 1000
    const reminded = new Map<string, number>()
    for (let day = 9; day <= 45; day++) {
      server.clock.set(new Date(NOW + day * DAY + 2 * MINUTE))
      await run()
      await send()
      for (const email of recipients()) if (!reminded.has(email)) reminded.set(email, day)
      for (const [i, photos] of (await state()).entries())
        if (photos === 0 && i !== first)
          expect(day - reminded.get(customers[i]!.email)!).toBeGreaterThanOrEqual(7)
    }
    expect(await state()).toEqual([0, 0, 0, 0])
  })

  test('names the days that are left when it is sent, and gives way to a later one', async () => {
    ctx.config.retention.mailsPerHour = 1
    const both = [await customer(60), await customer(60)]
    await run()
    server.clock.set(new Date(NOW + 20 * DAY))
    await send()
    expect(server.mailbox.list()[0]!.subject).toBe(
      'Your photos leave your library in 40 days. Any order keeps them.',
    )
    const delayed = both[1 - listMailedIndexes(both)[0]!]!
    server.clock.set(new Date(NOW + 31 * DAY))
    ctx.config.retention.mailsPerHour = 1000
    await run()
    await send()
    const notices = (await listNotices(delayed)).map(({ days_before, state }) => `${days_before} ${state}`)
    expect(notices.toSorted()).toEqual(['30 sent', '60 missed'])
    const mails = server.mailbox.list().filter(({ to }) => to.includes(delayed.email))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your photos leave your library in 29 days. Any order keeps them.',
    ])
  })

  test('of a customer who ordered meanwhile is withdrawn and uses up no rate', async () => {
    ctx.config.retention.mailsPerHour = 1
    const [ordered, other] = [await customer(10), await customer(20)]
    await run()
    await updateRows(
      ctx.db,
      'customers',
      { account_id: ordered.accountId },
      { last_order_at: server.clock.now(), delayed_deletion_at: null },
    )
    await send()
    expect(recipients()).toEqual([other.email])
    expect(await listNotices(ordered)).toMatchObject([{ state: 'withdrawn' }])
  })
})

describe('RV-716 a mail server that refuses', () => {
  const refusing = (refused: (to: string) => boolean): Context => ({
    ...ctx,
    mail: {
      ...ctx.mail,
      send: message =>
        refused(message.to) ? Promise.reject(new MailError('try again', false)) : ctx.mail.send(message),
    },
  })

  test('one recipient for now does not delay the others; that one is tried again after half an hour', async () => {
    const [refused, other] = [await customer(8), await customer(9)]
    await run()
    await send(refusing(to => to === refused.email))
    expect(recipients()).toEqual([other.email])
    server.clock.advance(29 * MINUTE)
    await send()
    expect(recipients()).toEqual([other.email])
    server.clock.advance(MINUTE)
    await send()
    expect(recipients()).toEqual([other.email, refused.email])
    expect(await listJournalEntries(refused)).toEqual([{ event: 'reminded', photos: 2 }])
  })

  test('everything for hours gets no more than the rate when it is back', async () => {
    ctx.config.retention.mailsPerHour = 60
    for (let i = 0; i < 6; i++) await customer(30)
    await run()
    for (let minute = 0; minute < 180; minute += 5) {
      await send(refusing(() => true))
      server.clock.advance(5 * MINUTE)
    }
    server.clock.advance(HOUR)
    await send()
    await send()
    expect(recipients()).toHaveLength(1)
  })
})

test('RV-716 --dry-run says how many mails a brand sends and for how long', async () => {
  ctx.config.retention.mailsPerHour = 2
  for (const left of [30, 30, 30, 1, -20]) await customer(left)
  await customer(30, 'herzbild-de')
  const lines: string[] = []
  await retentionCommand.parse(['--dry-run'])!(ctx, line => lines.push(line))
  const mails = lines.filter(line => line.includes('MAILS'))
  expect(mails).toEqual([
    '  MAILS   1 reminders take 0.5 hours at 2 an hour, the nearest deletion dates first',
    '  MAILS   5 reminders take 2.5 hours at 2 an hour, the nearest deletion dates first',
  ])
})
