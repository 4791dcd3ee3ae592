import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { createExport, getExport } from '#contract/exports.ts'
import { INDEX_STEP, TIMELINE_PAGE } from '#contract/photos.ts'
import { domains } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { listAlbumPhotos } from '#server/domains/albums/store/photo-pages.ts'
import { eraseAccount } from '#server/domains/closures/erase-account.ts'
import { blobKeys } from '#server/domains/photos/blob-keys.ts'
import { sweepBlobs } from '#server/domains/photos/blob-sweep/sweep-blobs.ts'
import { cleanUpPhotos } from '#server/domains/photos/clean-up.ts'
import { findStoredBytes, getLibrarySizes } from '#server/domains/photos/index.ts'
import { listMonthCounts } from '#server/domains/photos/store/month-counts.ts'
import { listMonthIndex, listMonthPhotos } from '#server/domains/photos/store/pages.ts'
import { retentionCommand } from '#server/domains/retention/commands/command.ts'
import { runRetention } from '#server/domains/retention/run/run.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import { openMailbox } from '#server/platform/mail/mailbox.ts'
import type { Client } from '#server/testing/client.ts'
import {
  findAlbumCountErrors,
  findMonthCountErrors,
  findStorageUsageErrors,
} from '#server/testing/consistency-checks.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { type Figure, figure, notJudged } from './harness/figure.ts'
import { FULL_MONTH } from './harness/library.ts'
import { openPopulatedDatabase, type PopulatedDatabase, resetMeasured } from './harness/populated-database.ts'
import { startPostgres } from './harness/postgres.ts'
import { temporaryFolder, waitFor } from './harness/processes.ts'
import { elapsed, median } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const PHOTOS = 10_000_000
const QUICK_PHOTOS = 1_000_000
const MONTH = { groupBy: 'dateTaken', month: FULL_MONTH.year * 100 + FULL_MONTH.month } as const
const NEWEST = { sortKey: 'dateTaken', sortOrder: 'desc' } as const
const never = new AbortController().signal
/** Most of what one read of one library may take, whatever its size and that of the database. */
const READ_MAX_MS = 10
const SWEEP_BATCH = 500
const SWEEP_MAX_MS = 5
const SWEPT_ACCOUNTS = 200
const RETENTION_MAX_S = 20
const EXPORT_MAX_S = 5
const IDLE_CLEAN_UP_MAX_S = 1
const CLEAN_UP_MAX_S = 20
const ERASE_MAX_S = 60

/** What the product does all day, in a database as large as that of a retailer (RV-702, RV-713, RV-715, RV-716). */
export const atSize: Bench = {
  name: 'at-size',
  target:
    '10,000,000 photos of 20,000 customers: reads ≤ 10 ms, sweep ≤ 5 ms per 500 blobs, retention run and dry run ≤ 20 s, export of 100,000 photos in 200 albums ≤ 5 s; no statement scans a large table',
  isOnDemand: true,
  async run(options) {
    const { log, resources } = options
    const photos = options.photos ?? (options.quick ? QUICK_PHOTOS : PHOTOS)
    const postgres = options.databaseUrl ? { url: options.databaseUrl } : await startPostgres(resources)
    if (!postgres)
      return { correct: [], figures: [notJudged('PostgreSQL', '', 'no PostgreSQL on this machine')] }
    const mailbox = await openMailbox({ dir: await temporaryFolder(resources) })
    resources.defer(() => mailbox.close())
    const env = { SMTP_URL: mailbox.smtpUrl }
    const populated = await openPopulatedDatabase(resources, { url: postgres.url, photos, env, log })
    return measure(options, populated, env)
  },
}

async function measure(
  options: BenchOptions,
  populated: PopulatedDatabase,
  env: Record<string, string>,
): Promise<Outcome> {
  const { log } = options
  const rounds = options.quick ? 1 : 3
  const { inContext, withoutScans } = populated
  const counts = await inContext(countCustomers)
  const accounts = await inContext(ctx => sampleAccounts(ctx, populated))
  log(`checking the libraries of ${accounts.all.length} accounts`)
  await inContext(ctx => verifyLibraries(ctx, accounts))
  log('reads')
  const reads = await withoutScans('reading', ctx => measureReads(ctx, accounts, rounds))
  log(`${rounds} exports`)
  const exported = await measureExports(populated, env, rounds)
  log('retention')
  const retention = await measureRetention(populated, rounds)
  log('sweep of blobs')
  const sweep = await measureSweep(populated, accounts.swept)
  log('clean-up jobs')
  const cleanUp = await measureCleanUp(populated)
  log('erasing an account')
  const erased = await withoutScans('an erasure', ctx => measureErasure(ctx, accounts.erased))
  return {
    correct: [
      `months, bytes and albums of ${accounts.all.length} accounts equal a recount, and pages of a month of ${accounts.monthPhotos} photos a full scan`,
      ...retention.correct,
      ...sweep.correct,
      'no statement scanned a large table',
    ],
    figures: [...retention.figures, sweep.figure, exported, ...reads, ...cleanUp, erased],
    notes: [counts],
  }
}

async function countCustomers({ db }: Context): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select count(*) || ' customers, ' || (select reltuples::bigint from pg_class where oid = 'photos'::regclass)
      || ' photos, ' || (select reltuples::bigint from pg_class where oid = 'album_photos'::regclass) || ' of them in albums, '
      || pg_size_pretty(pg_database_size(current_database())) as text
    from customers where deleted_at is null`.execute(db)
  return rows[0]!.text
}

interface Accounts {
  large: string[]
  /** Of all sizes. */
  all: string[]
  /** In the order in which a blob store would list them. */
  swept: string[]
  /** One of 20,000 photos in 40 albums. */
  erased: string
  monthPhotos: number
}

async function sampleAccounts({ db }: Context, { customers }: PopulatedDatabase): Promise<Accounts> {
  const list = async (condition: ReturnType<typeof sql>, limit: number) => {
    const { rows } = await sql<{ account_id: string }>`
      select account_id from storage_usage join customers using (account_id)
      where deleted_at is null and ${condition} order by md5(account_id) limit ${limit}`.execute(db)
    return rows.map(row => row.account_id)
  }
  // Photos have 2 to 5 MB.
  const medium = await list(sql`stored_bytes between 20e9 and 100e9`, 5)
  const small = await list(sql`stored_bytes < 20e9`, SWEPT_ACCOUNTS)
  const large = customers.map(({ accountId }) => accountId)
  const erased = medium.pop()
  verify(erased !== undefined && small.length === SWEPT_ACCOUNTS, 'there are libraries of every size')
  const { rows } = await sql<{ photos: number }>`
    select photos from month_counts
    where account_id = ${large[0]!} and group_by = 'dateTaken' and month = ${MONTH.month}`.execute(db)
  return {
    large,
    all: [...large, ...medium, ...small.slice(0, 20)],
    swept: [large[0]!, ...small].toSorted(),
    erased,
    monthPhotos: rows[0]!.photos,
  }
}

async function verifyLibraries(ctx: Context, { all, large }: Accounts): Promise<void> {
  for (const accountId of all) {
    const errors = [
      ...(await findMonthCountErrors(ctx, accountId)),
      ...(await findStorageUsageErrors(ctx, accountId)),
      ...(await findAlbumCountErrors(ctx, accountId)),
    ]
    verify(errors.length === 0, `summaries of ${accountId}: ${JSON.stringify(errors.slice(0, 3))}`)
  }
  const sizes = await getLibrarySizes(ctx.db, all)
  const { rows } = await sql<{ account_id: string; photos: number; bytes: number }>`
    select account_id, count(*)::int as photos, sum(size)::float8 as bytes from photos
    where account_id = any(${all}::text[]) and deleted_at is null group by account_id`.execute(ctx.db)
  for (const { account_id, ...size } of rows)
    verify(JSON.stringify(sizes.get(account_id)) === JSON.stringify(size), 'sizes of libraries')
  await verifyMonthPages(ctx, large[0]!)
}

/** Pages at the start, in the middle and at the end of a month equal its photos, read and sorted without the pages' index. */
async function verifyMonthPages({ db }: Context, accountId: string): Promise<void> {
  const { rows } = await sql<{ photo_id: string }>`
    select photo_id from (select * from photos where account_id = ${accountId} offset 0) library
    where taken_month = ${MONTH.month} and deleted_at is null order by taken_sort desc, photo_id desc`.execute(
    db,
  )
  const ends = await listMonthIndex(db, accountId, MONTH, NEWEST, INDEX_STEP)
  for (const cursor of [null, ends[Math.floor(ends.length / 2)]!, ends.at(-1)!]) {
    const from = cursor ? rows.findIndex(row => row.photo_id === cursor.id) + 1 : 0
    const page = await listMonthPhotos(db, accountId, MONTH, NEWEST, cursor, TIMELINE_PAGE)
    const wanted = rows.slice(from, from + TIMELINE_PAGE).map(row => row.photo_id)
    verify(page.rows.map(row => row.photo_id).join() === wanted.join(), `the page after ${from} photos`)
  }
}

/** Medians of single reads of accounts of all sizes. */
async function measureReads({ db }: Context, { all, large }: Accounts, rounds: number): Promise<Figure[]> {
  const { rows: albums } = await sql<{ account_id: string; album_id: string }>`
    select account_id, album_id from albums where account_id = any(${large}::text[])`.execute(db)
  const ends = await listMonthIndex(db, large[0]!, MONTH, NEWEST, INDEX_STEP)
  const any = <T>(list: readonly T[]): T => list[randomInt(list.length)]!
  const reads: [string, () => Promise<unknown>][] = [
    ['timeline', () => listMonthCounts(db, any(all), 'dateTaken')],
    ['a page of a month', () => listMonthPhotos(db, any(large), MONTH, NEWEST, any(ends), TIMELINE_PAGE)],
    [
      'a page of an album',
      () => listAlbumPhotos(db, any(albums), { sortKey: 'created', sortOrder: 'desc' }, null, TIMELINE_PAGE),
    ],
    ['storage totals of an account', () => findStoredBytes(db, any(all))],
    ['photos and bytes of an account', () => getLibrarySizes(db, [any(all)])],
  ]
  const figures: Figure[] = []
  for (const [what, read] of reads) {
    const medians: number[] = []
    for (let round = 0; round < rounds + 1; round++) {
      const times: number[] = []
      for (let i = 0; i < 200; i++) times.push(await elapsed(read))
      // The first round fills caches.
      if (round > 0) medians.push(median(times))
    }
    figures.push(figure(what, medians, { atMost: READ_MAX_MS, unit: 'ms' }))
  }
  return figures
}

async function measureExports(
  { dataDirectory, customers, verifyNoScans }: PopulatedDatabase,
  env: Record<string, string>,
  rounds: number,
): Promise<Figure> {
  const seconds: number[] = []
  await verifyNoScans('an export', async () => {
    await using resources = new AsyncDisposableStack()
    const server = await startServer(dataDirectory, resources, env)
    for (const customer of customers.slice(0, rounds)) {
      const client = await signIn(server.origin, customer)
      seconds.push(await secondsToReady(client))
    }
    await server.close()
  })
  return figure('export of 100,000 photos in 200 albums, request to READY', seconds, {
    atMost: EXPORT_MAX_S,
    unit: 's',
  })
}

async function secondsToReady(client: Client): Promise<number> {
  const started = performance.now()
  const { backupId } = await client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const ready = await waitFor('The export is READY', 120, async () => {
    const answer = await client.call(getExport, { params: { backupId } })
    if (answer.status !== 'READY') throw new Error(answer.status)
    return answer
  })
  const seconds = (performance.now() - started) / 1000
  const exported = ready.chunks.reduce((sum, chunk) => sum + chunk.photosCount, 0)
  verify(exported > 90_000 && exported === ready.photosCount, 'every photo is in a chunk')
  return seconds
}

/** The first runs on old data: nearly every due customer's date is moved, and gets a reminder. */
async function measureRetention({ inContext, withoutScans }: PopulatedDatabase, rounds: number) {
  const [dryRuns, runs]: [number[], number[]] = [[], []]
  let customers = 0
  for (let round = 0; round < rounds; round++) {
    const lines: string[] = []
    const dryRun = retentionCommand.parse(['--dry-run'])!
    dryRuns.push(
      (await withoutScans('a dry run', ctx => elapsed(() => dryRun(ctx, line => lines.push(line))))) / 1000,
    )
    runs.push((await withoutScans('a run', ctx => elapsed(() => runRetention(ctx, never)))) / 1000)
    customers = await inContext(async ctx => {
      const { rows } = await sql<{ reminders: number; moved: number }>`
        select (select count(*)::int from retention_notices where state = 'due') as reminders,
          (select count(*)::int from retention_journal where event = 'deadline-moved') as moved`.execute(
        ctx.db,
      )
      const { reminders, moved } = rows[0]!
      const planned = lines.filter(line => /^ {2}(remind|move) /.test(line)).length
      verify(
        reminders > 0 && reminders === planned,
        `${reminders} reminders are due, ${planned} were planned`,
      )
      verify(moved === lines.filter(line => line.startsWith('  move ')).length, 'dates were moved as planned')
      // Only the last round's stay.
      if (round < rounds - 1) await resetMeasured(ctx)
      return reminders
    })
  }
  const what = (run: string) => `${run} that reminds ${customers.toLocaleString('en')} customers`
  return {
    correct: [
      `a run moved the dates and made due the reminders of the ${customers} customers of the dry run`,
    ],
    figures: [
      figure(what('retention run'), runs, { atMost: RETENTION_MAX_S, unit: 's' }),
      figure(what('dry run of one'), dryRuns, { atMost: RETENTION_MAX_S, unit: 's' }),
    ],
  }
}

/** A sweep of the blobs that these accounts' photos have, and of some that no photo has, as a blob store would list them. */
async function measureSweep({ inContext, withoutScans }: PopulatedDatabase, accounts: readonly string[]) {
  const keys = await inContext(ctx => listBlobKeys(ctx, accounts))
  // One of each account belongs to no photo.
  const foreign = accounts.map(
    account_id => `${account_id}/variants/00000000-0000-4000-8000-000000000000-300`,
  )
  const listed = [...keys, ...foreign].toSorted()
  const modified = new Date(0)
  const ms = await withoutScans('the sweep', ctx => {
    const blobs: Context['blobs'] = {
      ...ctx.blobs,
      async *list() {
        for (const key of listed) yield { key, size: 1, modified }
      },
    }
    return elapsed(() => sweepBlobs({ ...ctx, blobs }, never))
  })
  const { rows: found } = await inContext(({ db }) =>
    sql<{ blob_key: string }>`select blob_key from orphan_blobs order by blob_key collate "C"`.execute(db),
  )
  verify(
    found.map(({ blob_key }) => blob_key).join() === foreign.toSorted().join(),
    'the sweep finds the blobs without a photo, and no other',
  )
  return {
    correct: [`a sweep of ${listed.length} blobs found the ${foreign.length} without a photo`],
    figure: figure('sweep of 500 blobs', [(ms / listed.length) * SWEEP_BATCH], {
      atMost: SWEEP_MAX_MS,
      unit: 'ms',
      note: `${listed.length.toLocaleString('en')} blobs`,
    }),
  }
}

/** The original and three variants of each photo. */
async function listBlobKeys({ db }: Context, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string; photo_id: string; sha256: string }>`
    select account_id, photo_id, sha256 from photos
    where account_id = any(${accounts}::text[]) and erased_at is null`.execute(db)
  return rows.flatMap(row => blobKeys(row).slice(0, 4))
}

/** The clean-up jobs with what is due since the libraries were made, and again with nothing due. */
async function measureCleanUp({ inContext, withoutScans }: PopulatedDatabase): Promise<Figure[]> {
  const jobs = { 'photos.tidy': cleanUpPhotos, 'uploads.tidy': cleanUpUploads }
  const figures: Figure[] = []
  for (const [name, job] of Object.entries(jobs))
    for (const [when, atMost] of [
      ['with what is due', CLEAN_UP_MAX_S],
      ['with nothing due', IDLE_CLEAN_UP_MAX_S],
    ] as const) {
      const due = await inContext(countDue)
      const seconds = (await withoutScans(name, ctx => elapsed(() => job(ctx, never)))) / 1000
      figures.push(figure(`${name} ${when}`, [seconds], { atMost, unit: 's', note: due[name] }))
    }
  return figures
}

async function countDue({ db }: Context): Promise<Record<string, string>> {
  const { rows } = await sql<{ photos: number; accounts: number; uploads: number }>`
    select (select count(*)::int from photos where deleted_at < now() - interval '30 days' and erased_at is null) as photos,
      (select count(distinct account_id)::int from photos
        where deleted_at < now() - interval '30 days' and erased_at is null) as accounts,
      (select count(*)::int from uploads where finished_at < now() - interval '30 days') as uploads`.execute(
    db,
  )
  const { photos, accounts, uploads } = rows[0]!
  return { 'photos.tidy': `${photos} photos of ${accounts} accounts`, 'uploads.tidy': `${uploads} receipts` }
}

async function measureErasure(ctx: Context, accountId: string): Promise<Figure> {
  const { photos } = (await getLibrarySizes(ctx.db, [accountId])).get(accountId)!
  const ms = await elapsed(() =>
    eraseAccount(ctx, domains, { accountId, by: 'bench', rule: 'customer-care' }),
  )
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from photos where account_id = ${accountId}`.execute(ctx.db)
  verify(rows[0]!.left === 0, 'no photo of the account is left')
  return figure(`erasing an account of ${photos.toLocaleString('en')} photos`, [ms / 1000], {
    atMost: ERASE_MAX_S,
    unit: 's',
  })
}
