import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { blobKeys } from '#server/domains/photos/blob-keys.ts'
import { removeOrphanBlobs } from '#server/domains/photos/erasure/orphan-blobs.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import { manualClock } from '#server/platform/clock/clock.ts'
import { Client } from '#server/testing/client.ts'
import { findMonthCountErrors } from '#server/testing/consistency-checks.ts'
import type { Sender } from './sender.ts'

const HOUR = 3_600_000
const never = new AbortController().signal
/** A worker that died is noticed after 10 s; then the work has to be done. */
const READY_MS = 90_000

/** Looks for everything that was acknowledged, and for anything that nobody knows. Adds what is wrong. */
export async function check(ctx: Context, origin: string, senders: readonly Sender[], violations: string[]) {
  const waitedMs = await untilReady(ctx, violations)
  const accounts = new Map<string, { client: Client; senders: Sender[] }>()
  for (const sender of senders) {
    const { userId } = await new Client(origin, '', '', sender.token).call(contract.getUser)
    const known = accounts.get(userId)
    if (known) known.senders.push(sender)
    else accounts.set(userId, { client: new Client(origin, userId, '', sender.token), senders: [sender] })
  }
  for (const { client, senders } of accounts.values()) await checkLibrary(client, senders, violations)
  await checkBlobs(ctx, violations, 'before the sweep')
  const orphans = await checkSweep(ctx, violations)
  for (const accountId of accounts.keys()) {
    const differences = await findMonthCountErrors(ctx, accountId)
    if (differences.length) violations.push(`months of ${accountId}: ${JSON.stringify(differences)}`)
  }
  return { accounts: accounts.size, orphans, waitedMs }
}

async function untilReady(ctx: Context, violations: string[]): Promise<number> {
  const began = performance.now()
  for (;;) {
    const waiting = await ctx.db
      .selectFrom('photos')
      .select('photo_id')
      .where('state', '!=', 'ready')
      .execute()
    const waited = performance.now() - began
    if (waiting.length === 0) return waited
    if (waited > READY_MS) {
      violations.push(`${waiting.length} photos have no sizes after ${READY_MS / 1000} s`)
      return waited
    }
    await wait(100)
  }
}

/** Every acknowledged file is there once, with its bytes and its sizes; and nothing else is. */
async function checkLibrary(client: Client, senders: readonly Sender[], violations: string[]): Promise<void> {
  const images = new Map<string, contract.Image>()
  let cursor: string | null | undefined
  do {
    const page: contract.PhotoPage = await client.call(contract.getPhotos, {
      query: cursor ? { cursor } : {},
    })
    for (const image of page.images) images.set(image.uploadId, image)
    cursor = page.cursor
  } while (cursor)
  const files = senders.flatMap(sender => sender.acknowledged)
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
      violations.push(`DAMAGED: ${file.name} came back with ${answer.status} and other bytes or another name`)
    const thumbnail = image.thumbnails[0] && (await fetch(image.thumbnails[0].url))
    if (thumbnail?.status !== 200) violations.push(`${file.name} has no thumbnail`)
    await thumbnail?.body?.cancel()
  }
  if (images.size !== files.length)
    violations.push(`the library has ${images.size} photos, ${files.length} were acknowledged`)
}

/** No row without all of its blobs (P5). */
async function checkBlobs(ctx: Context, violations: string[], when: string): Promise<Set<string>> {
  const owned = new Set<string>()
  for (const row of await ctx.db.selectFrom('photos').selectAll().execute())
    for (const key of blobKeys(row)) {
      if (key.endsWith('-view')) continue
      owned.add(key)
      const stored = await ctx.blobs.stat(key)
      const right = key.includes('/originals/') ? stored?.size === Number(row.size) : (stored?.size ?? 0) > 0
      if (!right) violations.push(`${key} is ${stored ? `${stored.size} bytes` : 'missing'} ${when}`)
    }
  return owned
}

/** Two hours later the sweep takes every blob nobody owns and no other; a week later nothing waits in staging. */
async function checkSweep(ctx: Context, violations: string[]): Promise<number> {
  const at = (ms: number): Context => ({
    ...ctx,
    clock: manualClock(new Date(ctx.clock.now().getTime() + ms)),
  })
  const orphans = await removeOrphanBlobs(at(2 * HOUR), never)
  const owned = await checkBlobs(ctx, violations, 'after the sweep')
  for await (const { key } of ctx.blobs.list(''))
    if (!owned.has(key)) violations.push(`${key} belongs to no photo and was not swept`)
  await cleanUpUploads(at(8 * 24 * HOUR), never)
  for await (const { id } of ctx.blobs.staging.list()) violations.push(`staging still has ${id}`)
  return orphans.length
}
