import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { blobKeys } from '#server/domains/photos/blob-keys.ts'
import { sweepBlobs } from '#server/domains/photos/blob-sweep/sweep-blobs.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import { manualClock } from '#server/platform/clock/clock.ts'
import { Client } from '#server/testing/client.ts'
import { findMonthCountErrors } from '#server/testing/consistency-checks.ts'
import type { Uploader } from './uploader.ts'

const HOUR = 3_600_000
const never = new AbortController().signal
/** A crashed worker's jobs are retried after 10 s; then they have to run. */
const READY_MS = 90_000

/** Verifies all acknowledged files and finds blobs without owner. Adds what is wrong to `violations`. */
export async function verifyUploads(
  ctx: Context,
  origin: string,
  uploaders: readonly Uploader[],
  violations: string[],
) {
  const waitedMs = await waitUntilReady(ctx, violations)
  const accounts = new Map<string, { client: Client; uploaders: Uploader[] }>()
  for (const uploader of uploaders) {
    const { userId } = await new Client(origin, '', '', uploader.token).call(contract.getUser)
    const account = accounts.get(userId)
    if (account) account.uploaders.push(uploader)
    else
      accounts.set(userId, { client: new Client(origin, userId, '', uploader.token), uploaders: [uploader] })
  }
  for (const { client, uploaders } of accounts.values()) await verifyLibrary(client, uploaders, violations)
  await verifyBlobs(ctx, violations, 'before the sweep')
  const orphans = await verifySweep(ctx, violations)
  for (const accountId of accounts.keys()) {
    const differences = await findMonthCountErrors(ctx, accountId)
    if (differences.length) violations.push(`months of ${accountId}: ${JSON.stringify(differences)}`)
  }
  return { accounts: accounts.size, orphans, waitedMs }
}

async function waitUntilReady(ctx: Context, violations: string[]): Promise<number> {
  const started = performance.now()
  for (;;) {
    const pending = await ctx.db
      .selectFrom('photos')
      .select('photo_id')
      .where('state', '!=', 'ready')
      .execute()
    const waited = performance.now() - started
    if (pending.length === 0) return waited
    if (waited > READY_MS) {
      violations.push(`${pending.length} photos have no variants after ${READY_MS / 1000} s`)
      return waited
    }
    await wait(100)
  }
}

/** The library has each acknowledged file once, with its bytes and variants, and nothing else. */
async function verifyLibrary(
  client: Client,
  uploaders: readonly Uploader[],
  violations: string[],
): Promise<void> {
  const images = new Map<string, contract.Image>()
  let cursor: string | null | undefined
  do {
    const page: contract.PhotoPage = await client.call(contract.getPhotos, {
      query: cursor ? { cursor } : {},
    })
    for (const image of page.images) images.set(image.uploadId, image)
    cursor = page.cursor
  } while (cursor)
  const files = uploaders.flatMap(uploader => uploader.acknowledged)
  for (const file of files) {
    const image = images.get(file.uploadId)
    if (!image) {
      violations.push(
        `LOST: ${file.name} (upload ${file.uploadId}) was acknowledged and is not in the library`,
      )
      continue
    }
    const answer = await fetch(image.url)
    const sha256 = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
    if (answer.status !== 200 || sha256 !== file.sha256 || image.localFileName !== file.name)
      violations.push(`DAMAGED: ${file.name} was answered with ${answer.status}, other bytes or another name`)
    const thumbnail = image.thumbnails[0] && (await fetch(image.thumbnails[0].url))
    if (thumbnail?.status !== 200) violations.push(`${file.name} has no thumbnail`)
    await thumbnail?.body?.cancel()
  }
  if (images.size !== files.length)
    violations.push(`the library has ${images.size} photos, ${files.length} were acknowledged`)
}

/** Every row has all of its blobs (P5). Returns their keys. */
async function verifyBlobs(ctx: Context, violations: string[], when: string): Promise<Set<string>> {
  const owned = new Set<string>()
  for (const row of await ctx.db.selectFrom('photos').selectAll().execute())
    for (const key of blobKeys(row)) {
      if (key.endsWith('-view')) continue
      owned.add(key)
      const stored = await ctx.blobs.stat(key)
      const isComplete = key.includes('/originals/')
        ? stored?.size === Number(row.size)
        : (stored?.size ?? 0) > 0
      if (!isComplete) violations.push(`${key} is ${stored ? `${stored.size} bytes` : 'missing'} ${when}`)
    }
  return owned
}

/** Two sweeps remove exactly the blobs without owner; after a week the clean-up empties staging. */
async function verifySweep(ctx: Context, violations: string[]): Promise<number> {
  const at = (ms: number): Context => ({
    ...ctx,
    config: { ...ctx.config, sweepGuardPercent: 100 },
    clock: manualClock(new Date(ctx.clock.now().getTime() + ms)),
  })
  await sweepBlobs(at(2 * HOUR), never)
  const sweep = await sweepBlobs(at(23 * HOUR), never)
  if (sweep?.state !== 'done') violations.push(`the sweep is ${sweep?.state ?? 'missing'}`)
  const owned = await verifyBlobs(ctx, violations, 'after the sweep')
  for await (const { key } of ctx.blobs.list(''))
    if (!owned.has(key)) violations.push(`${key} belongs to no photo and was not swept`)
  await cleanUpUploads(at(8 * 24 * HOUR), never)
  for await (const { id } of ctx.blobs.staging.list()) violations.push(`staging still has ${id}`)
  return sweep?.removed ?? 0
}
