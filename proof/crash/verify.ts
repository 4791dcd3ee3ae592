import { createHash } from 'node:crypto'
import * as contract from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { getBlobKeys, toOriginalKey } from '#server/domains/photos/blob-keys.ts'
import { sweepBlobs } from '#server/domains/photos/blob-sweep/sweep-blobs.ts'
import { isHeld } from '#server/domains/photos/store/holds.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import { createManualClock } from '#server/platform/clock/clock.testing.ts'
import { Client } from '#server/testing/client.ts'
import { findMonthCountErrors, findStorageUsageErrors } from '#server/testing/consistency-checks.ts'
import type { Uploader } from './uploader.ts'
import { waitWhilePending } from './wait-while-pending.ts'

const HOUR = 3_600_000
const neverAborted = new AbortController().signal
/** A crashed worker's jobs are retried after 10 s; then they have to run. Longest time without progress. */
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
    const months = await findMonthCountErrors(ctx, accountId)
    if (months.length) violations.push(`months of ${accountId}: ${JSON.stringify(months)}`)
    const usage = await findStorageUsageErrors(ctx, accountId)
    if (usage.length) violations.push(`stored bytes of ${accountId}: ${JSON.stringify(usage)}`)
  }
  return { accounts: accounts.size, orphans, waitedMs }
}

/** Waits until every photo has its variants, and erased photos that no export holds are gone. */
async function waitUntilReady(ctx: Context, violations: string[]): Promise<number> {
  const started = performance.now()
  const pending = await waitWhilePending(async () => {
    const rows = await ctx.db
      .selectFrom('photos')
      .select('photo_id')
      .where(({ eb, and, or, not }) =>
        or([
          and([eb('erased_at', 'is', null), eb('state', '!=', 'ready')]),
          and([eb('erased_at', 'is not', null), not(isHeld(ctx.clock.now()))]),
        ]),
      )
      .execute()
    return rows.length
  }, READY_MS)
  if (pending > 0)
    violations.push(`${pending} photos are neither ready nor erased after ${READY_MS / 1000} s`)
  return performance.now() - started
}

/** Library and bin have each acknowledged file once, with its bytes and variants, and nothing else. */
async function verifyLibrary(
  client: Client,
  uploaders: readonly Uploader[],
  violations: string[],
): Promise<void> {
  const places = {
    library: await listPhotos(query => client.call(contract.getPhotos, { query })),
    bin: await listPhotos(query => client.call(contract.getDeletedPhotos, { query })),
    erased: new Map<string, contract.Image>(),
  }
  const files = uploaders.flatMap(uploader => uploader.acknowledged)
  for (const file of files.filter(({ place }) => place !== 'erased')) {
    const image = places[file.place].get(file.uploadId)
    if (!image) {
      violations.push(
        `LOST: ${file.name} (upload ${file.uploadId}) was acknowledged and is not in the ${file.place}`,
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
  for (const place of ['library', 'bin'] as const) {
    const expected = files.filter(file => file.place === place).length
    if (places[place].size !== expected)
      violations.push(`the ${place} has ${places[place].size} photos, not ${expected}`)
  }
}

/** Lists all photos of a paged list, by their uploads. */
export async function listPhotos(
  getPage: (query: { cursor?: string }) => Promise<contract.PhotoPage>,
): Promise<Map<string, contract.Image>> {
  const images = new Map<string, contract.Image>()
  let cursor: string | null | undefined
  do {
    const page: contract.PhotoPage = await getPage(cursor ? { cursor } : {})
    for (const image of page.images) images.set(image.uploadId, image)
    cursor = page.cursor
  } while (cursor)
  return images
}

/** Every row has all of its blobs (P5), an erased one that an export holds only its original. Returns their keys. */
async function verifyBlobs(ctx: Context, violations: string[], when: string): Promise<Set<string>> {
  const ownedKeys = new Set<string>()
  for (const row of await ctx.db.selectFrom('photos').selectAll().execute())
    for (const key of row.erased_at ? [toOriginalKey(row)] : getBlobKeys(row)) {
      if (key.endsWith('-view')) continue
      ownedKeys.add(key)
      const stored = await ctx.blobs.stat(key)
      const isComplete = key.includes('/originals/')
        ? stored?.size === Number(row.size)
        : (stored?.size ?? 0) > 0
      if (!isComplete) violations.push(`${key} is ${stored ? `${stored.size} bytes` : 'missing'} ${when}`)
    }
  return ownedKeys
}

/** Two sweeps remove exactly the blobs without owner; after a week the clean-up empties staging. */
async function verifySweep(ctx: Context, violations: string[]): Promise<number> {
  const createContextAfter = (ms: number): Context => ({
    ...ctx,
    config: { ...ctx.config, sweepGuardPercent: 100 },
    clock: createManualClock(new Date(ctx.clock.now().getTime() + ms)),
  })
  await sweepBlobs(createContextAfter(2 * HOUR), neverAborted)
  const sweep = await sweepBlobs(createContextAfter(23 * HOUR), neverAborted)
  if (sweep?.state !== 'done') violations.push(`the sweep is ${sweep?.state ?? 'missing'}`)
  const ownedKeys = await verifyBlobs(ctx, violations, 'after the sweep')
  for await (const { key } of ctx.blobs.list(''))
    if (!ownedKeys.has(key)) violations.push(`${key} belongs to no photo and was not swept`)
  await cleanUpUploads(createContextAfter(8 * 24 * HOUR), neverAborted)
  for await (const { id } of ctx.blobs.staging.list()) violations.push(`staging still has ${id}`)
  return sweep?.removed ?? 0
}
