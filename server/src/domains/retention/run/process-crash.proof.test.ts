import { createHash, randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { jobs } from '../../../app.ts'
import { type Context, change } from '../../../context.ts'
import { insertRows, listColumns, listRows, notNull, updateRows } from '../../../platform/db/rows.ts'
import { startAndKillProcess } from '../../../testing/child-process.ts'
import { findMonthCountErrors } from '../../../testing/consistency-checks.ts'
import { createTestStorage, testServer } from '../../../testing/harness.ts'
import { insertPhotoRows } from '../../../testing/photo-rows.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { withRandomSeed } from '../../../testing/random-seed.ts'
import { createCustomer } from '../../customers/index.ts'
import { sendReminder } from '../reminders/reminders.ts'
import { runRetention } from './run.ts'

/** The number of kills; RETENTION_KILLS overrides it. */
const KILLS = Number(process.env.RETENTION_KILLS ?? 1)
const PROCESS = new URL('./retention-process.testing.ts', import.meta.url)
const CONFIG = { retention: { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 } }
/** Rows of a library besides its one photo with files, so that it expires and is erased in several batches. */
const ROWS = 600
const PHOTOS = ROWS + 1
const HOUR = 3_600_000
const never = new AbortController().signal

/** The time of the killed run, and registration dates by what is due then. */
const NOW = '2027-01-10T12:01:00Z'
const REGISTERED = {
  leaving: '2025-07-10T11:00:00Z',
  erasing: '2025-06-05T11:00:00Z',
  reminded: '2025-09-08T11:00:00Z',
  young: '2026-12-01T11:00:00Z',
}
/** When the libraries whose grace period is over expired. */
const LEFT = '2026-12-05T12:01:00Z'

interface TestCustomer {
  accountId: string
  email: string
  /** Name and hash of every file stored for them. */
  files: Map<string, string>
}

test(
  'P10 P28 OP-01 a retention run killed at any moment: the next one resumes, each library expires once, each reminder is sent at most once, no other library changes',
  {
    timeout: 120_000 + KILLS * 30_000,
  },
  () =>
    withRandomSeed(async random => {
      const storage = await createTestStorage()
      const first = await testServer({ storage, config: CONFIG })
      const made = (registered: string) => customerWithPhotos(first.ctx, registered)
      const several = async (registered: string) => [await made(registered), await made(registered)]
      // Photos added after the deletion date would move it.
      first.clock.set('2026-12-01T12:00:00Z')
      const erasing = await several(REGISTERED.erasing)
      await storeReminder(first.ctx, erasing, '2026-12-05T12:00:00Z')
      first.clock.set(LEFT)
      await runRetention(first.ctx, never)
      const leaving = await several(REGISTERED.leaving)
      await storeReminder(first.ctx, leaving, '2027-01-10T12:00:00Z')
      const reminded = await several(REGISTERED.reminded)
      const young = await made(REGISTERED.young)
      const ordered = await made(REGISTERED.leaving)
      await updateRows(
        first.ctx.db,
        'customers',
        { account_id: ordered.accountId },
        { last_order_at: new Date('2026-08-01T10:00:00Z') },
      )
      await first.idle()
      const allCustomers = [...erasing, ...leaving, ...reminded, young, ordered]
      for (const each of allCustomers) each.files = await readFiles(first.ctx, each)
      for (const each of allCustomers) expect(each.files.size).toBe(4)
      await first.close()

      for (let kill = 0; kill < KILLS; kill++) {
        await startAndKillProcess(
          PROCESS,
          { storage, config: CONFIG, now: NOW },
          'running',
          random.integer(1200),
        )
      }

      const server = await testServer({ storage, work: false, config: CONFIG })
      const { ctx, clock } = server
      // Each kill leaves a defined state, and journal entries stay.
      const written = await listJournalEntries(ctx)
      for (const each of leaving) {
        const { library, bin } = await countRows(ctx, each)
        expect(library + bin).toBe(PHOTOS)
        expect([undefined, 'leaving', 'left']).toContain(await findExpirationState(ctx, each))
        if ((await findExpirationState(ctx, each)) === 'left') expect(library).toBe(0)
        expect(await readFiles(ctx, each)).toEqual(each.files)
      }
      for (const each of erasing) {
        expect(['left', 'erasing', 'erased']).toContain(await findExpirationState(ctx, each))
        if ((await findExpirationState(ctx, each)) === 'left')
          expect(await readFiles(ctx, each)).toEqual(each.files)
      }

      // The next run, and the jobs of the killed process; then another day.
      for (const hours of [2, 26]) {
        clock.set(new Date(Date.parse(NOW) + hours * HOUR))
        await runRetention(ctx, never)
        await sendDue(ctx)
        await runEraseJobs(ctx)
      }
      expect((await listJournalEntries(ctx)).slice(0, written.length)).toEqual(written)

      const untouched = { library: PHOTOS, bin: 0, rows: PHOTOS }
      for (const each of leaving) {
        expect(await countRows(ctx, each)).toEqual({ library: 0, bin: PHOTOS, rows: PHOTOS })
        expect(await readFiles(ctx, each)).toEqual(each.files)
        expect(await listEvents(ctx, each)).toEqual(['leaving', 'left'])
        expect(await reportedPhotos(ctx, each, 'left')).toBe(PHOTOS)
      }
      for (const each of erasing) {
        expect(await countRows(ctx, each)).toEqual({ library: 0, bin: 0, rows: 0 })
        expect(await readFiles(ctx, each)).toEqual(new Map())
        expect(await listEvents(ctx, each)).toEqual(['leaving', 'left', 'erasing', 'erased'])
        expect(await reportedPhotos(ctx, each, 'erased')).toBe(PHOTOS)
      }
      for (const each of reminded) {
        const [mails, events] = [await mailsTo(storage.folder, each), await listEvents(ctx, each)]
        // A mail that was being sent is unknown; it is not sent again, and does not count as a reminder.
        expect([
          [1, 'reminded'],
          [1, 'reminder-unknown'],
          [0, 'reminder-unknown'],
        ]).toContainEqual([mails, events.join()])
      }
      for (const each of [young, ordered]) {
        expect(await listEvents(ctx, each)).toEqual([])
        expect(await mailsTo(storage.folder, each)).toBe(0)
      }
      for (const each of [...reminded, young, ordered]) {
        expect(await countRows(ctx, each)).toEqual(untouched)
        expect(await readFiles(ctx, each)).toEqual(each.files)
      }
      for (const each of allCustomers) expect(await findMonthCountErrors(ctx, each.accountId)).toEqual([])
      await server.close()
      await storage.remove()
    }),
)

/** A customer with many rows and one photo with files. */
async function customerWithPhotos(ctx: Context, registered: string): Promise<TestCustomer> {
  const email = `${randomUUID()}@keepsake.test`
  const registeredAt = new Date(registered)
  const accountId = (await change(ctx, tx =>
    createCustomer(tx, { email, brandId: 'keepsake-gb', locale: 'en-GB', registeredAt }),
  ))!
  await insertPhotoRows(ctx, accountId, ROWS)
  await uploadBuffer(ctx, accountId, 'a.jpg', await jpeg())
  return { accountId, email, files: new Map() }
}

/** Stores a reminder sent 30 days before the deadline. */
async function storeReminder(ctx: Context, allCustomers: TestCustomer[], deadline: string): Promise<void> {
  const at = new Date(Date.parse(deadline) - 30 * 24 * HOUR)
  const notice = {
    deadline: new Date(deadline),
    days_before: 30,
    state: 'sent',
    brand_id: 'keepsake-gb',
    due_at: at,
    sent_at: at,
  } as const
  const reminders = allCustomers.map(({ accountId }) => ({ account_id: accountId, ...notice }))
  await insertRows(ctx.db, 'retention_notices', reminders)
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

/** Does the jobs that erase bytes and rows, of any process. */
async function runEraseJobs(ctx: Context): Promise<void> {
  const { handler } = jobs.find(({ kind }) => kind.name === 'photos.erase')!
  const rows = await listColumns(ctx.db, 'photos', { erased_at: notNull }, ['account_id', 'photo_id'])
  for (const [accountId, photos] of Map.groupBy(rows, row => row.account_id))
    await handler(ctx, [{ accountId, photoIds: photos.map(photo => photo.photo_id) }] as never, never)
}

async function readFiles(ctx: Context, { accountId }: TestCustomer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const { key } of ctx.blobs.list(`${accountId}/`)) {
    const bytes = await buffer(ctx.blobs.read(key))
    files.set(key, createHash('sha256').update(bytes).digest('hex'))
  }
  return files
}

async function countRows(ctx: Context, { accountId }: TestCustomer) {
  const rows = await listColumns(ctx.db, 'photos', { account_id: accountId }, ['deleted_at', 'erased_at'])
  const stored = rows.filter(row => !row.erased_at)
  const bin = stored.filter(row => row.deleted_at).length
  return { library: stored.length - bin, bin, rows: rows.length }
}

async function findExpirationState(ctx: Context, { accountId }: TestCustomer): Promise<string | undefined> {
  const rows = await listColumns(ctx.db, 'retention_departures', { account_id: accountId }, ['state'])
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]?.state
}

const journal = (ctx: Context) => ctx.db.selectFrom('retention_journal').selectAll().orderBy('entry_id')
const listJournalEntries = async (ctx: Context) =>
  (await journal(ctx).execute()).map(entry => [entry.entry_id, entry.account_id, entry.event].join(' '))
const listEvents = async (ctx: Context, { accountId }: TestCustomer) =>
  (await journal(ctx).where('account_id', '=', accountId).execute()).map(entry => entry.event)
const reportedPhotos = async (ctx: Context, { accountId }: TestCustomer, event: string) =>
  (await journal(ctx).where('account_id', '=', accountId).execute()).find(entry => entry.event === event)
    ?.photos

/** Counts the mails in the mailboxes of all processes. */
async function mailsTo(folder: string, { email }: TestCustomer): Promise<number> {
  let mails = 0
  for await (const path of glob(join(folder, 'mailbox-*', '*.json')))
    if ((await readFile(path, 'utf8')).includes(email)) mails++
  return mails
}
