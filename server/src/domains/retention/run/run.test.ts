import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import { getDeletedPhotos, getPhotos } from '#contract/photos.ts'
import { getStorageStatus, REMINDER_DAYS } from '#contract/retention.ts'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { type Context, change } from '../../../context.ts'
import { insertRows, listRows, updateRows } from '../../../platform/db/rows.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../../testing/consistency-checks.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { orderForTests } from '../../../testing/retailer-orders.ts'
import { isProof } from '../../../testing/sample.ts'
import { createCustomer } from '../../customers/index.ts'
import { receiveBounces } from '../../mails/index.ts'
import { sendBounce, withFailingStatements } from '../../mails/mails.testing.ts'
import { upsertOrder } from '../../orders/orders.ts'
import { deletePhotos } from '../../photos/photos.ts'
import { restorePhotos } from '../../photos/undo-deletion.ts'
import { retentionCommand } from '../commands/command.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { sendAllDueReminders } from '../reminders/reminders.testing.ts'
import { getStatus } from '../status/status.ts'
import { runRetention } from './run.ts'

const DAY = 86_400_000
const never = new AbortController().signal
/** 18 months after REGISTERED in London: 10 January 2027, 12:00. */
const REGISTERED = '2025-07-10T11:00:00Z'
const DEADLINE = Date.parse('2027-01-10T12:00:00Z')
const server = closeAfterAll(
  await testServer({
    work: false,
    config: { retention: { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 } },
  }),
)
const ctx = server.ctx
const picture = await jpeg()
beforeEach(() => server.clock.set(REGISTERED))
// The rows of a test must not affect the run of the next one.
afterEach(async () => {
  await ctx.db.updateTable('customers').set({ deleted_at: new Date() }).execute()
  for (const table of TABLES) await ctx.db.deleteFrom(table).execute()
  ctx.config.retention = { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 }
})

const TABLES = ['retention_notices', 'retention_departures', 'retention_guards', 'retention_journal'] as const

/** Sets the clock to the time of the run, that many days before the deadline. */
const daysBefore = (days: number) => server.clock.set(new Date(DEADLINE - days * DAY + 60_000))

interface TestCustomer {
  accountId: string
  email: string
  photos: string[]
}

async function customerWithPhotos(
  photos = 2,
  more: { brandId?: string; locale?: string } = {},
): Promise<TestCustomer> {
  const email = `${randomUUID()}@keepsake.test`
  const registeredAt = new Date(REGISTERED)
  const { brandId = 'keepsake-gb', locale = 'en-GB' } = more
  const accountId = (await change(ctx, tx => createCustomer(tx, { email, brandId, locale, registeredAt })))!
  return { accountId, email, photos: await add(accountId, photos) }
}

async function add(accountId: string, count: number): Promise<string[]> {
  const before = await library(accountId)
  for (let i = 0; i < count; i++)
    await uploadBuffer(ctx, accountId, `${i}.jpg`, Buffer.concat([picture, Buffer.from(randomUUID())]))
  return (await library(accountId)).filter(id => !before.includes(id))
}

const listPhotoIds = async (accountId: string, bin: boolean) => {
  const rows = await ctx.db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('deleted_at', bin ? 'is not' : 'is', null)
    .orderBy('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}
const library = (accountId: string) => listPhotoIds(accountId, false)
const bin = (accountId: string) => listPhotoIds(accountId, true)

/** Does the daily job and the mail jobs it queues. */
async function run(as: Context = ctx): Promise<void> {
  await runRetention(as, never)
  await sendAllDueReminders(as)
}

const mailsTo = ({ email }: Pick<TestCustomer, 'email'>) =>
  server.mailbox
    .list()
    .filter(mail => mail.to.includes(email))
    .toReversed()
const listJournalEntries = async ({ accountId }: TestCustomer) => {
  const rows = await listRows(ctx.db, 'retention_journal', { account_id: accountId }, 'entry_id')
  return rows
}
const listEvents = async (customer: TestCustomer) =>
  (await listJournalEntries(customer)).map(row => row.event)
const order = (customer: TestCustomer) =>
  upsertOrder(ctx, `K-${randomUUID()}`, orderForTests(customer.accountId, ctx.clock.now()))
/** Does the runs of these days before the deadline. */
async function runOnDays(days: readonly number[], as: Context = ctx): Promise<void> {
  for (const day of days) {
    daysBefore(day)
    await run(as)
  }
}
/** Does the daily runs up to and including the day that many days before the deadline. */
const runUntilDaysBefore = (last: number, from: number) =>
  runOnDays(Array.from({ length: from - last + 1 }, (_, i) => from - i))
const sendReminders = () => runUntilDaysBefore(7, 8)
/** Days before the deadline: all in the proof, in the suite those around reminders and those in which the date is moved. */
const DAYS = Array.from({ length: 65 }, (_, i) => 62 - i).filter(
  day => isProof || day > 57 || (day > 26 && day < 34) || day < 11,
)
/** Days after the deadline around the end of the grace period. */
const DAYS_OF_ERASURE = [-26, -29, -30, -31, -60]

describe('PL-003 OP-01 day by day', () => {
  test('reminders 60, 30, 7 and 1 days before, each once; then the library expires, and is erased after the grace period', async () => {
    const customer = await customerWithPhotos(3)
    const days: number[] = []
    for (const day of DAYS.filter(each => each >= 1)) {
      await runOnDays([day, day])
      while (days.length < mailsTo(customer).length) days.push(day)
      expect(await library(customer.accountId)).toEqual(customer.photos.toSorted())
    }
    expect(days).toEqual([...REMINDER_DAYS])
    expect(mailsTo(customer).map(mail => mail.subject)).toEqual([
      'Your photos leave your library in 60 days. Any order keeps them.',
      'Your photos leave your library in 30 days. Any order keeps them.',
      'Your photos leave your library in 7 days. Any order keeps them.',
      'Your photos leave your library tomorrow. Any order keeps them.',
    ])
    // On the day itself, but before the instant.
    server.clock.set(new Date(DEADLINE - 60_000))
    await run()
    expect(await library(customer.accountId)).toHaveLength(3)
    daysBefore(0)
    await run()
    expect(await library(customer.accountId)).toEqual([])
    expect(await bin(customer.accountId)).toEqual(customer.photos.toSorted())
    expect(await findMonthCountErrors(ctx, customer.accountId)).toEqual([])
    daysBefore(-29)
    await run()
    expect(await bin(customer.accountId)).toHaveLength(3)
    daysBefore(-30)
    await run()
    expect(await bin(customer.accountId)).toEqual([])
    expect(mailsTo(customer)).toHaveLength(4)
    const entries = await listJournalEntries(customer)
    expect(entries.map(({ event, rule, photos }) => [event, rule, photos])).toEqual([
      ['reminded', 'registration', 3],
      ['reminded', 'registration', 3],
      ['reminded', 'registration', 3],
      ['reminded', 'registration', 3],
      ['leaving', 'registration', null],
      ['left', 'grace', 3],
      ['erasing', 'grace-over', 3],
      ['erased', 'grace-over', 3],
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({
        actor: 'daily job',
        brand_id: 'keepsake-gb',
        deadline: new Date(DEADLINE),
        as_of: entry.at,
      })
    expect(Number(entries[5]!.bytes)).toBe(3 * (picture.length + 36))
  })

  test('the mail has date, reason, number and size of the photos, and links to the shop and the library', async () => {
    const customer = await customerWithPhotos(2, { brandId: 'herzbild-at', locale: 'de-AT' })
    await order(customer)
    daysBefore(30)
    await run()
    const [mail] = mailsTo(customer)
    expect(mail!.subject).toBe(
      'Ihre Fotos verlassen in 30 Tagen Ihre Bibliothek. Mit einer Bestellung behalten Sie sie.',
    )
    for (const part of [mail!.text, mail!.html!])
      for (const fact of [
        '10. Juli 2025',
        '10. Jänner 2027',
        '2 Fotos',
        'kB',
        'Wir bewahren Fotos 18 Monate ab Ihrer letzten Bestellung auf.',
        `http://herzbild-at.localhost:${new URL(server.origin).port}/my-photos/photos`,
        'Bestellen und alle Fotos behalten',
        'https://',
      ])
        expect(part).toContain(fact)
    expect(mail!.html).not.toMatch(/undefined|null|NaN|<script/)
    expect(mail!.from.name).not.toBe('')
  })

  test.each(LOCALES)('the mail in %s is in one language from subject to footer', async locale => {
    const customer = await customerWithPhotos(1, { locale })
    daysBefore(60)
    await run()
    const [mail] = mailsTo(customer)
    expect(mail!.html).toContain(`lang="${locale}"`)
    const english = /\b(your|photos will|deleted|size|order|sent by|library)\b/i
    if (locale.startsWith('en')) expect(mail!.text).toMatch(english)
    else expect(mail!.text.replaceAll(/https?:\S+/g, '') + mail!.subject).not.toMatch(english)
  })

  test('customers without photos are neither reminded nor changed', async () => {
    const customer = await customerWithPhotos(0)
    await runUntilDaysBefore(-2, 1)
    expect(mailsTo(customer)).toEqual([])
    expect(await listJournalEntries(customer)).toEqual([])
  })

  test('P10 customers of a brand that is no longer configured keep their photos', async () => {
    const customer = await customerWithPhotos(1, { brandId: 'a-brand-that-left' })
    await runUntilDaysBefore(-3, 8)
    expect(await library(customer.accountId)).toHaveLength(1)
  })

  test.each([
    ['1970-01-01T00:00:00Z', 'last_order_at'],
    ['0001-01-01T00:00:00Z', 'registered_at'],
    ['-infinity', 'last_order_at'],
    ['-infinity', 'registered_at'],
    ['infinity', 'last_order_at'],
    ['2099-01-01T00:00:00Z', 'last_order_at'],
    ['2020-01-01T00:00:00Z', 'delayed_deletion_at'],
    ['2099-01-01T00:00:00Z', 'registered_at'],
    ['-infinity', 'delayed_deletion_at'],
    ['-infinity', 'moved_deletion_at'],
  ] as const)(
    'P10 PL-003 with %s as %s nothing happens, and the journal has it at most once',
    async (date, column) => {
      const customer = await customerWithPhotos(1)
      await sendReminders()
      await updateRows(ctx.db, 'customers', { account_id: customer.accountId }, { [column]: date })
      for (const day of [0, -1, -2]) {
        daysBefore(day)
        await run()
      }
      expect(await library(customer.accountId)).toHaveLength(1)
      expect((await listEvents(customer)).filter(event => event === 'skipped').length).toBeLessThan(2)
    },
  )
})

describe('OP-01 missed runs and undelivered mails', () => {
  test('of several missed reminders only the latest is sent: no burst', async () => {
    const customer = await customerWithPhotos()
    await runUntilDaysBefore(25, 25)
    await runUntilDaysBefore(10, 24)
    expect(mailsTo(customer).map(mail => mail.subject)).toEqual([
      'Your photos leave your library in 25 days. Any order keeps them.',
    ])
  })

  test('no run until the deadline: the date is moved, reminders are sent, then the library expires', async () => {
    const customer = await customerWithPhotos()
    daysBefore(-5)
    await run()
    expect(await library(customer.accountId)).toHaveLength(2)
    expect(mailsTo(customer).map(mail => mail.subject)).toEqual([
      'Your photos leave your library in 30 days. Any order keeps them.',
    ])
    expect(await listJournalEntries(customer)).toMatchObject([
      { event: 'deadline-moved', rule: 'no-reminder-in-time', note: 'to 2027-02-14T12:01:00.000Z' },
      { event: 'reminded', rule: 'moved' },
    ])
    await runUntilDaysBefore(-36, -6)
    expect(await library(customer.accountId)).toEqual([])
    expect(mailsTo(customer)).toHaveLength(3)
    expect(mailsTo(customer)[0]!.text).toContain('We’ve postponed the date for you')
  })

  test('while the mail server refuses everything nothing expires; afterwards one mail is sent', async () => {
    const customer = await customerWithPhotos()
    const closed: Context = {
      ...ctx,
      mail: { ...ctx.mail, send: () => Promise.reject(new MailError('no', false)) },
    }
    for (let day = 9; day >= -3; day--) {
      daysBefore(day)
      await run(closed).catch(() => undefined)
    }
    expect(await library(customer.accountId)).toHaveLength(2)
    expect(await listEvents(customer)).toEqual(['deadline-moved'])
    daysBefore(-4)
    await run()
    expect(mailsTo(customer)).toHaveLength(1)
  })

  test('OP-01 a reminder whose mail the database could not store is sent by the next try', async () => {
    const customer = await customerWithPhotos()
    daysBefore(60)
    await run(withFailingStatements(ctx, 'InsertQueryNode')).catch(() => undefined)
    expect(mailsTo(customer)).toEqual([])
    await run()
    expect(mailsTo(customer)).toHaveLength(1)
    expect(await listEvents(customer)).toEqual(['reminded'])
  })

  test('a permanently refused address does not count as reminded: the date is moved', async () => {
    const customer = await customerWithPhotos()
    const refusing: Context = {
      ...ctx,
      mail: { ...ctx.mail, send: () => Promise.reject(new MailError('no', true)) },
    }
    await runOnDays([...DAYS, -29, -30, -31, -40], refusing)
    expect(await library(customer.accountId)).toHaveLength(2)
    const events = await listEvents(customer)
    expect(events.slice(0, 4)).toEqual([...Array(3).fill('reminder-failed'), 'deadline-moved'])
    expect(events).not.toContain('leaving')
  })

  test('a reminder that bounces days later does not count as sent either: the date is moved', async () => {
    const customer = await customerWithPhotos()
    ctx.config.bounces = { domain: 'bounce.keepsake.test', port: 0 }
    const receiver = (await receiveBounces(ctx))!
    for (const day of DAYS) {
      await runOnDays([day])
      const last = mailsTo(customer).at(-1)
      if (last) await sendBounce(receiver.port, last.returnPath)
    }
    await receiver.close()
    ctx.config.bounces = null
    expect(await library(customer.accountId)).toHaveLength(2)
    const events = await listEvents(customer)
    expect(events).not.toContain('leaving')
    expect(events.slice(0, 4)).toEqual(['reminded', 'reminder-failed', 'reminded', 'reminder-failed'])
    expect(events).toContain('deadline-moved')
  })

  test('a late mail is not sent for another deadline, nor in place of a later reminder', async () => {
    const customer = await customerWithPhotos()
    daysBefore(60)
    await runRetention(ctx, never)
    daysBefore(29)
    await sendAllDueReminders(ctx)
    expect(mailsTo(customer)).toEqual([])
    await runRetention(ctx, never)
    await order(customer)
    await sendAllDueReminders(ctx)
    expect(mailsTo(customer)).toEqual([])
  })
})

describe('PL-002 an order restores everything', () => {
  test('in the grace period; photos that the customer had deleted stay deleted', async () => {
    const customer = await customerWithPhotos(4)
    const own = customer.photos[0]!
    await sendReminders()
    await deletePhotos(ctx, customer.accountId, [own])
    daysBefore(0)
    await run()
    expect(await library(customer.accountId)).toEqual([])
    daysBefore(-25)
    await order(customer)
    await advanceExpiration(ctx, customer.accountId)
    expect(await library(customer.accountId)).toEqual(customer.photos.slice(1).toSorted())
    expect(await bin(customer.accountId)).toEqual([own])
    expect(await findMonthCountErrors(ctx, customer.accountId)).toEqual([])
    expect((await listEvents(customer)).slice(-2)).toEqual(['returning', 'returned'])
    await runOnDays(DAYS_OF_ERASURE)
    expect(await library(customer.accountId)).toHaveLength(3)
  })

  test('also when its event is lost: the next run restores them', async () => {
    const customer = await customerWithPhotos()
    await runUntilDaysBefore(0, 8)
    await order(customer)
    daysBefore(-30)
    await run()
    expect(await library(customer.accountId)).toHaveLength(2)
  })

  test('and so does a delayed date of customer care', async () => {
    const customer = await customerWithPhotos()
    await runUntilDaysBefore(0, 8)
    expect(await library(customer.accountId)).toEqual([])
    const output: string[] = []
    const work = retentionCommand.parse(['delay', customer.email, '2027-06-01', '--by', 'Ada'])!
    expect(await work(ctx, line => output.push(line))).toBe(0)
    expect(output.join()).toContain('2027-06-01')
    expect(await library(customer.accountId)).toHaveLength(2)
    expect(await listJournalEntries(customer)).toContainEqual(
      expect.objectContaining({
        event: 'deadline-delayed',
        actor: 'Ada',
        deadline: new Date('2027-06-01T09:15:00Z'),
      }),
    )
    await runOnDays([-1, ...DAYS_OF_ERASURE])
    expect(await library(customer.accountId)).toHaveLength(2)
  })

  test('photos added or restored by the customer after the expiration have a new date, with new reminders', async () => {
    const customer = await customerWithPhotos(2)
    await runUntilDaysBefore(0, 8)
    daysBefore(-3)
    const added = await add(customer.accountId, 1)
    await restorePhotos(ctx, customer.accountId, [customer.photos[0]!])
    const kept = [...added, customer.photos[0]!].sort()
    await runUntilDaysBefore(-45, -4)
    expect(await library(customer.accountId)).toEqual(kept)
    expect(await bin(customer.accountId)).toEqual([])
    const mails = mailsTo(customer).length
    await runUntilDaysBefore(-61, -46)
    expect(mailsTo(customer).length).toBeGreaterThan(mails)
    expect(await library(customer.accountId)).toEqual([])
    expect(await bin(customer.accountId)).toEqual(kept)
  })
})

describe('the storage status', () => {
  test('PL-190 has the day until which an order restores expired photos; the bin has the same day', async () => {
    const client: Client = await server.customer()
    const customer = {
      accountId: client.accountId,
      email: client.email,
      photos: await add(client.accountId, 2),
    }
    await sendReminders()
    daysBefore(0)
    await run()
    // The day of the access token: the status comes from stored rows, not from the clock.
    server.clock.set(REGISTERED)
    const status = await client.call(getStorageStatus)
    expect(status.grace).toEqual({ leftAt: '2027-01-10T12:01:00.000Z', photosCount: 2 })
    expect(status.lastRestorableDay).toBe('2027-02-08')
    expect((await client.call(getPhotos)).images).toEqual([])
    const { images } = await client.call(getDeletedPhotos)
    expect(images.map(image => image.erasedAt)).toEqual(Array(2).fill('2027-02-09T12:01:00.000Z'))
    daysBefore(-1)
    await order(customer)
    await advanceExpiration(ctx, customer.accountId)
    server.clock.set(REGISTERED)
    expect((await client.call(getStorageStatus)).grace).toBeUndefined()
    expect((await client.call(getPhotos)).images).toHaveLength(2)
  })
})

describe('RV-814 a customer who comes back after years', () => {
  const readStatus = async (customer: TestCustomer) => getStatus(ctx, ctx.db, customer.accountId)
  const YEARS_LATER = -1200

  test('and adds photos reads a date that the next run, its mail and the deletion keep to', async () => {
    const customer = await customerWithPhotos(0)
    daysBefore(YEARS_LATER)
    await add(customer.accountId, 2)
    const first = await readStatus(customer)
    expect(first.daysRemaining).toBe(30)
    daysBefore(YEARS_LATER - 1)
    await run()
    const { deletionDate } = await readStatus(customer)
    expect(deletionDate >= first.deletionDate).toBe(true)
    const [mail] = mailsTo(customer)
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
    expect(mail!.text).toContain(format.format(new Date(deletionDate)))
    for (let day = 2; ctx.clock.now().toISOString() < deletionDate; day++) {
      expect(await library(customer.accountId)).toHaveLength(2)
      daysBefore(YEARS_LATER - day)
      await run()
    }
    expect(await library(customer.accountId)).toEqual([])
  })

  test('is not judged by a reminder of a date that passed while the library was empty', async () => {
    const customer = await customerWithPhotos(1)
    await sendReminders()
    await deletePhotos(ctx, customer.accountId, customer.photos)
    daysBefore(-2)
    await run()
    const added = await add(customer.accountId, 1)
    expect((await readStatus(customer)).daysRemaining).toBe(30)
    daysBefore(-3)
    await run()
    expect(await library(customer.accountId)).toEqual(added)
  })

  test('keeps the photos for 30 days after customer care removes a delay', async () => {
    const customer = await customerWithPhotos(1)
    await sendReminders()
    const delay = (date: string) =>
      retentionCommand.parse(['delay', customer.email, date, '--by', 'Ada'])!(ctx, () => undefined)
    await delay('2027-06-01')
    daysBefore(-2)
    await delay('none')
    expect((await readStatus(customer)).daysRemaining).toBe(30)
    await run()
    expect(await library(customer.accountId)).toHaveLength(1)
  })

  test('and sends an old order late loses no day that was displayed', async () => {
    const customer = await customerWithPhotos(1)
    daysBefore(-100)
    const before = await readStatus(customer)
    const orderedAt = new Date(ctx.clock.now().getTime() - 540 * DAY)
    await upsertOrder(ctx, `K-${randomUUID()}`, orderForTests(customer.accountId, orderedAt))
    expect((await readStatus(customer)).deletionDate >= before.deletionDate).toBe(true)
  })
})

describe('the guard', () => {
  const confirm = async (...args: string[]) => {
    const output: string[] = []
    const code = await retentionCommand.parse(['confirm', ...args])!(ctx, line => output.push(line))
    return { code, output: output.join('\n') }
  }

  test('P10 more than 0.5 % of a brand’s customers in one day: no photos expire until an operator confirms', async () => {
    ctx.config.retention = { graceDays: 30, guardPercent: 0.5, mailsPerHour: 1000 }
    const gone = [
      await customerWithPhotos(1, { brandId: 'nordfoto-se' }),
      await customerWithPhotos(1, { brandId: 'nordfoto-se' }),
    ]
    const both = async () =>
      (await Promise.all(gone.map(customer => library(customer.accountId)))).flat().length
    await sendReminders()
    daysBefore(0)
    await run()
    await run()
    expect(await both()).toBe(2)
    const held = () => listRows(ctx.db, 'retention_journal', { event: ['held', 'confirmed'] })
    expect(await held()).toMatchObject([
      { event: 'held', rule: 'guard', brand_id: 'nordfoto-se', note: 'leave: 2 of 2 customers' },
    ])
    expect(await confirm('keepsake-gb', '--by', 'Ada')).toMatchObject({ code: 1 })
    expect(await confirm('nordfoto-se', '--by', 'Ada', '--phase', 'erase')).toMatchObject({ code: 1 })
    daysBefore(-1)
    await run()
    expect(await both()).toBe(2)
    expect(await confirm('nordfoto-se', '--by', 'Ada')).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 of 2 customers'),
    })
    await run()
    expect(await both()).toBe(0)
    expect((await held()).at(-1)).toMatchObject({
      event: 'confirmed',
      actor: 'Ada',
      note: 'leave: 2 of 2 customers',
    })
    expect(await confirm('nordfoto-se', '--by', 'Ada')).toMatchObject({ code: 1 })
    // The erasure requires its own confirmation.
    const inBin = async () => (await Promise.all(gone.map(customer => bin(customer.accountId)))).flat().length
    daysBefore(-32)
    await run()
    expect(await inBin()).toBe(2)
    await confirm('nordfoto-se', '--by', 'Ada', '--phase', 'erase')
    await run()
    expect(await inBin()).toBe(0)
  })

  test('a confirmation is for the reported number of customers, and no more', async () => {
    ctx.config.retention = { graceDays: 30, guardPercent: 0.5, mailsPerHour: 1000 }
    const first = await customerWithPhotos(1, { brandId: 'nordfoto-dk' })
    await sendReminders()
    daysBefore(0)
    await run()
    // Photos added after the date would move it.
    daysBefore(1)
    const second = await customerWithPhotos(1, { brandId: 'nordfoto-dk' })
    daysBefore(0)
    await insertRows(ctx.db, 'retention_notices', {
      account_id: second.accountId,
      deadline: new Date(DEADLINE),
      days_before: 30,
      state: 'sent',
      brand_id: 'keepsake-gb',
      due_at: new Date(DEADLINE - 30 * DAY),
      sent_at: new Date(DEADLINE - 30 * DAY),
    })
    await confirm('nordfoto-dk', '--by', 'Ada')
    await run()
    expect([await library(first.accountId), await library(second.accountId)].flat()).toHaveLength(2)
    await confirm('nordfoto-dk', '--by', 'Ada')
    await run()
    expect([await library(first.accountId), await library(second.accountId)].flat()).toEqual([])
    // That the libraries expire is confirmed, their erasure on the same day is not.
    await ctx.db.updateTable('retention_departures').set({ erase_at: ctx.clock.now() }).execute()
    await run()
    expect([await bin(first.accountId), await bin(second.accountId)].flat()).toHaveLength(2)
    await confirm('nordfoto-dk', '--by', 'Ada', '--phase', 'erase')
    await run()
    expect([await bin(first.accountId), await bin(second.accountId)].flat()).toEqual([])
  })

  test('below its share no confirmation is required', async () => {
    ctx.config.retention = { graceDays: 30, guardPercent: 50, mailsPerHour: 1000 }
    const customer = await customerWithPhotos(1, { brandId: 'nordfoto-no' })
    await customerWithPhotos(0, { brandId: 'nordfoto-no' })
    await runUntilDaysBefore(0, 8)
    expect(await library(customer.accountId)).toEqual([])
    // Libraries are counted by the day of the brand: half an hour after midnight in Oslo.
    server.clock.set('2027-02-20T23:30:00Z')
    await run()
    expect(await bin(customer.accountId)).toEqual([])
    const { left_on, erasing_on } = await ctx.db
      .selectFrom('retention_departures')
      .select(['left_on', 'erasing_on'])
      .executeTakeFirstOrThrow()
    expect([left_on, erasing_on]).toEqual(['2027-01-10', '2027-02-21'])
  })
})

describe('keepsake retention', () => {
  const runCommand = async (...args: string[]) => {
    const output: string[] = []
    const code = await retentionCommand.parse(args)?.(ctx, line => output.push(line))
    return { code, output: output.join('\n') }
  }
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        (
          ['customers', 'photos', 'retention_notices', 'retention_departures', 'retention_journal'] as const
        ).map(table => ctx.db.selectFrom(table).selectAll().orderBy(sql`1, 2`).execute()),
      ),
    )

  test('--dry-run --as-of prints per brand what would happen and changes nothing', async () => {
    ctx.config.retention = { graceDays: 30, guardPercent: 0.5, mailsPerHour: 1000 }
    const leaving = await customerWithPhotos(3)
    const other = await customerWithPhotos(1, { brandId: 'herzbild-de', locale: 'de-DE' })
    server.clock.set('2026-01-01T00:00:00Z')
    const before = await everything()
    const early = await runCommand('--dry-run')
    expect(early).toMatchObject({ code: 0, output: expect.stringContaining('nothing to do') })
    const late = await runCommand('--dry-run', '--as-of', '2027-01-11')
    expect(late.output).toContain(`leave   ${leaving.accountId}`)
    expect(late.output).toContain('3 photos')
    expect(late.output).toContain(other.accountId)
    expect(late.output).toMatch(/GUARD {3}leave: 1 of 1 customers/)
    expect(late.output).toContain('Total: 2 to leave.')
    const reminding = await runCommand('--dry-run', '--as-of', '2026-12-11')
    expect(reminding.output).toContain('30 days before')
    expect(reminding.output).toContain('2 to remind')
    expect(await everything()).toBe(before)
  })

  test('a run too late for a reminder is printed as a move', async () => {
    const customer = await customerWithPhotos(1)
    daysBefore(2)
    const { output } = await runCommand('--dry-run')
    expect(output).toContain(`move    ${customer.accountId}`)
    expect(output).toContain('no reminder in time')
  })

  test.each([
    [],
    ['--dry-run', '--as-of', 'tomorrow'],
    ['--dry-run', '--as-of', '2027-02-30'],
    ['run', '--as-of', '2027-01-01'],
    ['confirm', 'keepsake-gb'],
    ['confirm', 'keepsake-gb', '--by', 'Ada', '--phase', 'all'],
    ['delay', 'a@keepsake.test', 'soon', '--by', 'Ada'],
    ['delay', 'a@keepsake.test', '2027-01-01'],
    ['--as-of'],
    ['erase'],
  ])('%j is not understood and opens nothing', (...args) => {
    expect(retentionCommand.parse(args)).toBeNull()
  })
})
