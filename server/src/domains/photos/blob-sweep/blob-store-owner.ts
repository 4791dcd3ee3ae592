import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Context, change } from '#server/context.ts'
import { parseJson } from '#server/platform/json.ts'
import { notEqual, updateRows } from '../../../platform/db/rows.ts'
import { parseBlobKey } from '../blob-keys.ts'
import {
  getDatabaseId,
  getMark,
  hasAnyPhoto,
  incrementMark,
  setBlobStoreAdopted,
} from '../store/blob-store.ts'
import { findLatestSweep } from '../store/blob-sweeps.ts'
import { deleteAllOrphans } from '../store/orphan-blobs.ts'
import { filterOrphans } from './orphans.ts'

type StoreContext = Pick<Context, 'db' | 'blobs' | 'clock'>

/** The blobs belong to another database: none may be written or removed. */
export class ForeignBlobStoreError extends Error {
  override name = 'ForeignBlobStoreError'
}

/**
 * Label of the blob store. `sweep` is the number of its latest sweep; `mark` is a counter that is incremented every
 * few minutes. A database with lower numbers was restored from a backup and does not know the photos that were added
 * after it.
 */
const label = z.object({ databaseId: z.uuid(), sweep: z.int().min(0), mark: z.int().min(0).default(0) })
type Label = z.output<typeof label>

/** Number of blobs that are compared with the database when the store has no label. */
const SAMPLE = 500

/**
 * Writes the id of the database into a blob store without a label, if the database knows its blobs, or if neither has
 * any. Throws ForeignBlobStoreError when the store belongs to another database.
 */
export async function claimBlobStore(ctx: StoreContext): Promise<void> {
  const databaseId = await readOwnDatabaseId(ctx)
  const currentLabel = await readLabel(ctx)
  if (currentLabel) return checkOwner(currentLabel, databaseId)
  const { blobs, known } = await compareSample(ctx)
  if (blobs === 0 && (await hasAnyPhoto(ctx.db)))
    throw new ForeignBlobStoreError(`The database has photos and the blob store is empty. ${ADVICE}`)
  if (known * 2 < blobs)
    throw new ForeignBlobStoreError(
      `The database knows ${known} of the first ${blobs} blobs of the store: they belong to another one. ${ADVICE}`,
    )
  await writeLabel(ctx, databaseId)
  // Another database may have claimed it at the same moment.
  checkOwner(await readLabel(ctx), databaseId)
}

/** Whether blobs may be removed because the database does not know them; the reason against it is logged as an error. */
export async function mayRemoveUnknownBlobs(ctx: StoreContext & Pick<Context, 'log'>): Promise<boolean> {
  try {
    const currentLabel = await readLabel(ctx)
    checkOwner(currentLabel, await readOwnDatabaseId(ctx))
    if (!isNewer(currentLabel!, await readOwnCounters(ctx))) return true
    throw new ForeignBlobStoreError(
      `The database is older than the blob store: it was restored from a backup. ${ADVICE}`,
    )
  } catch (error) {
    if (!(error instanceof ForeignBlobStoreError)) throw error
    ctx.log.error({ err: error }, 'blob store not swept: it belongs to another database')
    return false
  }
}

/**
 * Increments the mark of the database and writes it to the label, so that a backup from before is recognized once it
 * is restored. Does nothing when the label is newer or belongs to another database.
 */
export async function advanceMark(ctx: StoreContext): Promise<void> {
  const currentLabel = await readLabel(ctx)
  const isOwnLabel = currentLabel !== null && currentLabel.databaseId === (await readOwnDatabaseId(ctx))
  if (!isOwnLabel || isNewer(currentLabel, await readOwnCounters(ctx))) return
  await incrementMark(ctx.db)
  await writeLabel(ctx)
}

/**
 * Writes the latest sweep and the mark to the label. They must be committed, else the database would be taken for a
 * restored one.
 */
export async function writeLabel(ctx: StoreContext, databaseId?: string): Promise<void> {
  const counters = await readOwnCounters(ctx)
  const currentLabel: Label = { databaseId: databaseId ?? (await readOwnDatabaseId(ctx)), ...counters }
  await ctx.blobs.label.write(JSON.stringify(currentLabel))
}

/**
 * Makes this database the owner of the blobs, whatever the label says. Deletes the findings of earlier sweeps, so that
 * nothing is removed before two more sweeps. Returns how many of the first blobs the database knows.
 */
export async function adoptBlobStore(
  ctx: Context,
  by: string,
): Promise<{ previous: string | null; blobs: number; known: number }> {
  const databaseId = await readOwnDatabaseId(ctx)
  const previousLabel = await ctx.blobs.label.read()
  const sample = await compareSample(ctx)
  await change(ctx, async tx => {
    const now = ctx.clock.now()
    await updateRows(tx.db, 'blob_sweeps', { state: notEqual('done') }, { state: 'done', finished_at: now })
    await deleteAllOrphans(tx)
    await setBlobStoreAdopted(tx.db, by, now)
  })
  await writeLabel(ctx, databaseId)
  ctx.log.warn({ by, previous: previousLabel, ...sample }, 'blob store adopted')
  return { previous: previousLabel, ...sample }
}

const ADVICE =
  "Check DATABASE_URL, S3_BUCKET and DATA_DIR; if they are meant, 'keepsake blobs adopt --by NAME' (docs/operations.md)."

function checkOwner(currentLabel: Label | null, databaseId: string): void {
  if (!currentLabel) throw new ForeignBlobStoreError(`The blob store has lost its label. ${ADVICE}`)
  if (currentLabel.databaseId !== databaseId)
    throw new ForeignBlobStoreError(
      `The blob store belongs to database ${currentLabel.databaseId}, this is ${databaseId}. ${ADVICE}`,
    )
}

type LabelCounters = Pick<Label, 'sweep' | 'mark'>

const isNewer = (a: LabelCounters, b: LabelCounters) => a.sweep > b.sweep || a.mark > b.mark

async function readOwnCounters(ctx: StoreContext): Promise<LabelCounters> {
  return { sweep: (await findLatestSweep(ctx.db))?.sweep_id ?? 0, mark: await getMark(ctx.db) }
}

const readOwnDatabaseId = (ctx: StoreContext) => getDatabaseId(ctx.db, randomUUID(), ctx.clock.now())

async function readLabel(ctx: StoreContext): Promise<Label | null> {
  const text = await ctx.blobs.label.read()
  if (text === null) return null
  const parsed = label.safeParse(parseJson(text))
  if (!parsed.success) throw new ForeignBlobStoreError(`The label of the blob store is unreadable. ${ADVICE}`)
  return parsed.data
}

/** Returns how many of the first blobs belong to a photo of the database. */
async function compareSample(ctx: StoreContext): Promise<{ blobs: number; known: number }> {
  const keys: string[] = []
  for await (const { key } of ctx.blobs.list('')) {
    if (parseBlobKey(key)) keys.push(key)
    if (keys.length === SAMPLE) break
  }
  const orphans = await filterOrphans(ctx.db, keys)
  return { blobs: keys.length, known: keys.length - orphans.length }
}
