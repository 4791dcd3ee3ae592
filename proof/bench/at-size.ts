import { sql } from 'kysely'
import { openMailbox } from '#sandbox/mailbox/mailbox.ts'
import type { Context } from '#server/context.ts'
import { sampleAccounts, verifyLibraries } from './at-size/accounts.ts'
import { measureCleanUp } from './at-size/clean-up.ts'
import { measureErasure } from './at-size/erasure.ts'
import { measureExports } from './at-size/exports.ts'
import { measureIngest } from './at-size/ingest.ts'
import { measureReads } from './at-size/reads.ts'
import { measureRetention } from './at-size/retention.ts'
import { measureSweep } from './at-size/sweep.ts'
import type { Bench, BenchOptions, Outcome } from './harness/bench.ts'
import { createUnjudgedFigure } from './harness/figure.ts'
import { openPopulatedDatabase, type PopulatedDatabase } from './harness/populated-database.ts'
import { startPostgres } from './harness/postgres.ts'
import { createTemporaryFolder } from './harness/processes.ts'

const PHOTOS = 10_000_000
const QUICK_PHOTOS = 1_000_000

/** Reads, exports, retention, sweep, ingest and erasure in a database as large as that of a retailer. */
export const atSize: Bench = {
  name: 'at-size',
  target:
    '10,000,000 photos of 20,000 customers: reads ≤ 10 ms, sweep ≤ 5 ms per 500 blobs, retention run and dry run ≤ 20 s, export of 100,000 photos in 200 albums ≤ 5 s; no statement scans a large table',
  isOnRequest: true,
  async run(options) {
    const { log, resources } = options
    const photos = options.photos ?? (options.quick ? QUICK_PHOTOS : PHOTOS)
    const postgres = options.databaseUrl ? { url: options.databaseUrl } : await startPostgres(resources)
    if (!postgres)
      return {
        correct: [],
        figures: [createUnjudgedFigure('PostgreSQL', '', 'no PostgreSQL on this machine')],
      }
    // Undeliverable mails would be retried during the measurement.
    const mailbox = await openMailbox({ dir: await createTemporaryFolder(resources) })
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
  const { runInContext, runWithoutScans } = populated
  const counts = await runInContext(countCustomers)
  const accounts = await runInContext(ctx => sampleAccounts(ctx, populated))
  log(`checking the libraries of ${accounts.allIds.length} accounts`)
  await runInContext(ctx => verifyLibraries(ctx, accounts))
  log('reads')
  const reads = await runWithoutScans('reading', ctx => measureReads(ctx, accounts, rounds))
  log(`${rounds} exports`)
  const exported = await measureExports(populated, env, rounds)
  log('retention')
  const retention = await measureRetention(populated, rounds)
  log('sweep of blobs')
  const sweep = await measureSweep(populated, accounts.sweptIds)
  log('ingests')
  const ingest = await measureIngest(populated, accounts)
  log('clean-up jobs')
  const cleanUp = await measureCleanUp(populated)
  log('erasing an account')
  const erased = await runWithoutScans('an erasure', ctx => measureErasure(ctx, accounts.erasedId))
  return {
    correct: [
      `months, bytes and albums of ${accounts.allIds.length} accounts equal a recount, and pages of a month of ${accounts.monthPhotos} photos a full scan`,
      ...retention.correct,
      ...sweep.correct,
      'no statement scanned a large table',
    ],
    figures: [...retention.figures, sweep.figure, exported, ...reads, ...ingest, ...cleanUp, erased],
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
