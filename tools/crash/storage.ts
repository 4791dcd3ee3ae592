import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { s3Objects } from '#server/platform/blobs/s3-objects.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'

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
    if (process.env.S3_ENDPOINT) env.S3_BUCKET = await createBucket(opened)
  }
  const description = Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  return { env, description, remove: () => opened.disposeAsync() }
}

async function createBucket(opened: AsyncDisposableStack): Promise<string> {
  const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID ?? '', secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' }
  const location = { endpoint: S3_ENDPOINT!, region: S3_REGION }
  const client = new S3Client({ ...location, credentials, forcePathStyle: true })
  opened.defer(() => client.destroy())
  const Bucket = `keepsake-crash-${Date.now().toString(36)}`
  await client.send(new CreateBucketCommand({ Bucket }))
  opened.defer(async () => {
    const objects = s3Objects({ ...location, ...credentials, bucket: Bucket })
    await objects.remove((await Array.fromAsync(objects.list(''))).map(({ name }) => name))
    objects.close()
    // Killed processes leave them; a bucket in service needs a lifecycle rule for them.
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    await client.send(new DeleteBucketCommand({ Bucket }))
  })
  return Bucket
}
