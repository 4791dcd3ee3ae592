import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { createBucket } from '../fleet/bucket.ts'

/** New and empty storage of a run. */
export interface CrashStorage {
  /** Where it is, as environment of the servers. */
  env: Record<string, string>
  /** For people: what is left when the run ends with violations. */
  description: string
  remove(): Promise<void>
}

/**
 * One process: the embedded database and blobs in a folder. Several: a new database on TEST_DATABASE_URL, and a new bucket
 * at S3_ENDPOINT with S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the folder, which the processes share.
 */
export async function createCrashStorage(processes: number): Promise<CrashStorage> {
  const opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-crash-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const env: Record<string, string> = { DATA_DIR: folder }
  if (processes > 1) {
    const location = await freshDatabase(opened)
    if (!('url' in location)) throw new Error('Several processes need PostgreSQL: set TEST_DATABASE_URL')
    env.DATABASE_URL = location.url
    const bucket = await createBucket('keepsake-crash', opened)
    if (bucket) env.S3_BUCKET = bucket
  }
  const description = Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  return { env, description, remove: () => opened.disposeAsync() }
}
