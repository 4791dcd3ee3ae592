import pg from 'pg'
import sharp from 'sharp'
import { toVariantKey } from '#server/domains/photos/blob-keys.ts'
import { factsCommand } from '#server/domains/photos/facts/command.ts'
import type { PhotoRow } from '#server/domains/photos/store/photos.ts'
import { withContext } from '#server/serve.ts'
import { POSTGRES_SETTINGS } from '#server/testing/process-settings.ts'
import { verify } from '../harness/bench.ts'
import type { Customer } from '../harness/customer.ts'
import {
  addCustomer,
  createDataDirectory,
  type DataDirectory,
  openBenchDatabase,
  openBlobs,
} from '../harness/data-directory.ts'
import { fillLibrary } from '../harness/library.ts'
import { startPostgres } from '../harness/postgres.ts'

const OTHER_PHOTOS = 10_000

/** A library whose pictures have not been read, beside another one, on a PostgreSQL of their own. */
export interface Libraries {
  dataDirectory: DataDirectory
  owner: Customer
  /** A customer whose photos have facts. */
  other: Customer
  /** Queues the backfill of the owner's library, as `keepsake facts` does. */
  requestBackfill(): Promise<void>
  /** Counts the owner's photos that have facts. */
  countFacts(): Promise<number>
}

/** Inserts the libraries, the owner's with `photos`, and stores what the backfill reads of each photo: its variant of 800 px. */
export async function createLibraries(resources: AsyncDisposableStack, photos: number): Promise<Libraries> {
  const { url } = (await startPostgres(resources))!
  const dataDirectory = await createDataDirectory(resources, url)
  const database = await openBenchDatabase(dataDirectory)
  const blobs = openBlobs(dataDirectory)
  const pixels = Buffer.from(Uint8Array.from({ length: 80 * 60 * 3 }, (_, at) => (at * 7919) % 251))
  const picture = await sharp(pixels, { raw: { width: 80, height: 60, channels: 3 } })
    .resize(800, 600)
    .jpeg({ quality: 40 })
    .toBuffer()
  const owner = await addCustomer(database.db)
  const other = await addCustomer(database.db)
  await fillLibrary(database.db, owner.accountId, photos)
  await fillLibrary(database.db, other.accountId, OTHER_PHOTOS)
  await database.pool.query('insert into storage_usage select account_id, 1 from photos group by account_id')
  await database.pool.query('update photo_facts set facts_version = 0 where account_id = $1', [
    owner.accountId,
  ])
  const { rows } = await database.pool.query<Pick<PhotoRow, 'account_id' | 'photo_id'>>(
    'select account_id, photo_id from photos where account_id = $1',
    [owner.accountId],
  )
  const store = async () => {
    for (let row = rows.pop(); row; row = rows.pop()) await blobs.put(toVariantKey(row, 800), picture)
  }
  await Promise.all(Array.from({ length: 8 }, store))
  await database.pool.query('vacuum analyze')
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  resources.defer(() => client.end())
  const env = {
    ...POSTGRES_SETTINGS,
    DATA_DIR: dataDirectory.folder,
    DATABASE_URL: url,
    LOG_LEVEL: 'fatal',
    ALLOW_TEST_SETTINGS: 'true',
  }
  return {
    dataDirectory,
    owner,
    other,
    requestBackfill: async () => {
      const run = factsCommand.parse(['--account', owner.accountId])!
      verify(
        (await withContext({ ...process.env, ...env }, ctx => run(ctx, () => {}))) === 0,
        'facts are requested',
      )
    },
    countFacts: async () => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from photo_facts where account_id = $1 and facts_version > 0',
        [owner.accountId],
      )
      return rows[0]!.count
    },
  }
}
