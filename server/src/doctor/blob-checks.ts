import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import { openBlobStore } from '../open-blob-store.ts'
import type { Blobs } from '../platform/blobs/blobs.ts'
import type { Config } from '../platform/config/config.ts'
import { describeClock } from './clock.ts'
import { type Check, describeError, fail, ok, warn } from './finding.ts'

/** The rights in the blob store, and the clock of S3. */
export function createBlobChecks(config: Config, resources: AsyncDisposableStack): Check[] {
  return [
    {
      name: config.s3 ? `bucket ${config.s3.bucket}` : 'blobs in DATA_DIR',
      async run() {
        const blobs = await openBlobStore(config)
        resources.defer(() => blobs.close())
        return checkRights(blobs)
      },
    },
    ...(config.s3
      ? [{ name: 'clock of S3', variable: 'S3_ENDPOINT', run: () => checkS3Clock(config.s3!) }]
      : []),
  ]
}

/** Writes, lists, reads and removes a blob of no account; names the right that is missing. */
async function checkRights(blobs: Blobs) {
  const key = `doctor/probe/${randomUUID()}`
  const bytes = new TextEncoder().encode(key)
  const steps: Record<string, () => Promise<unknown>> = {
    write: () => blobs.put(key, bytes),
    list: async () => {
      const listed = await Array.fromAsync(blobs.list('doctor/probe/'))
      if (!listed.some(each => each.key === key)) throw new Error('the probe is not listed')
    },
    read: async () => {
      const read = await blobs.get(key)
      if (!read || Buffer.compare(read, bytes) !== 0) throw new Error('the probe has other bytes')
    },
    delete: () => blobs.remove([key]),
  }
  const failures: string[] = []
  for (const [right, step] of Object.entries(steps))
    await step().catch(error => failures.push(`${right}: ${describeError(error)}`))
  return failures.length === 0
    ? ok('write, list, read and delete work')
    : fail(`${failures.join('; ')}. Grant the key these rights, and check S3_ENDPOINT, S3_REGION and the key`)
}

async function checkS3Clock({ endpoint, region }: NonNullable<Config['s3']>) {
  const before = Date.now()
  // The answer is a refusal, as nothing is signed: only its date is read.
  const { headers, body } = await request(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const after = Date.now()
  await body.dump()
  const { date } = headers
  // The header has whole seconds.
  return typeof date === 'string'
    ? describeClock(new Date(date), { before, after }, 1000)
    : warn('S3 does not say its time')
}
