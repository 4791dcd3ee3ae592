import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { blobKeys, originalKey } from './blob-keys.ts'
import { isHeld, lockHolds } from './holds.ts'
import { erasePhotosJob, ingestPhoto } from './job-kinds.ts'
import { startErasing } from './photos.ts'
import type { PhotoRow } from './store.ts'

/**
 * Second half of erasing: bytes first, then rows; whatever is left after a crash is found and done again. Of photos
 * that are held only the sizes go now (holds.ts).
 */
export async function erase(
  ctx: Context,
  { accountId, photoIds }: { accountId: string; photoIds: string[] },
): Promise<void> {
  const rows = await change(ctx, async tx => {
    await lockHolds(tx, accountId)
    return tx.db
      .selectFrom('photos')
      .select(['account_id', 'photo_id', 'sha256'])
      .select(isHeld(ctx.clock.now()).as('held'))
      .where('account_id', '=', accountId)
      .where('photo_id', 'in', photoIds)
      .where('erased_at', 'is not', null)
      .execute()
  })
  await eraseSizes(
    ctx,
    accountId,
    rows.filter(row => row.held),
  )
  await eraseAll(
    ctx,
    accountId,
    rows.filter(row => !row.held),
  )
}

type Erased = Pick<PhotoRow, 'account_id' | 'photo_id' | 'sha256'>

async function eraseAll(ctx: Context, accountId: string, rows: readonly Erased[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.flatMap(blobKeys)
  await ctx.blobs.remove(keys)
  await ctx.db
    .deleteFrom('photos')
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', rows.map(idOf))
    .where('erased_at', 'is not', null)
    .execute()
  ctx.log.info({ accountId, photos: rows.map(idOf), blobs: keys.length }, 'photos erased')
}

async function eraseSizes(ctx: Context, accountId: string, rows: readonly Erased[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.blobs.remove(rows.flatMap(row => blobKeys(row).filter(key => key !== originalKey(row))))
  await ctx.db
    .updateTable('photos')
    .set({ variants: '[]' })
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', rows.map(idOf))
    .where('erased_at', 'is not', null)
    .execute()
  ctx.log.info({ accountId, photos: rows.map(idOf) }, 'photos erased but for their held originals')
}

const idOf = (row: Erased) => row.photo_id

const BATCH = 500
const STUCK_MS = 10 * 60_000

/** Erases what was in the bin for its days (OP-91) and sends work again that a died process left behind. */
export async function tidy(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await eraseDue(ctx)) === BATCH) {}
  await eraseAgain(ctx)
  await ingestAgain(ctx)
}

async function eraseDue(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.binDays * 86_400_000)
  return change(ctx, async tx => {
    const rows = await tx.db
      .selectFrom('photos')
      .selectAll()
      .where('deleted_at', '<=', before)
      .where('erased_at', 'is', null)
      // Those have their own time, and an order may still bring them back: the retention erases them.
      .where('expired_at', 'is', null)
      .orderBy('deleted_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    // One order for everybody, so that two transactions never wait for each other.
    const accounts = [...Map.groupBy(rows, row => row.account_id)].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [accountId, photos] of accounts) await startErasing(ctx, tx, accountId, photos)
    return rows.length
  })
}

async function eraseAgain(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('photos')
    .select(['account_id', 'photo_id'])
    .where('erased_at', '<', new Date(ctx.clock.now().getTime() - STUCK_MS))
    // Of a held one nothing is left to do once its sizes are gone.
    .where(eb => eb.or([eb.not(isHeld(ctx.clock.now())), sql<SqlBool>`variants <> '[]'::jsonb`]))
    .limit(BATCH)
    .execute()
  const payloads = [...Map.groupBy(rows, row => row.account_id)].map(([accountId, photos]) => ({
    accountId,
    photoIds: photos.map(photo => photo.photo_id),
  }))
  await change(ctx, tx => ctx.jobs.send(tx, erasePhotosJob, payloads))
}

async function ingestAgain(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('photos')
    .select(['account_id', 'photo_id'])
    .where('state', '=', 'processing')
    .where('erased_at', 'is', null)
    .where('created_at', '<', new Date(ctx.clock.now().getTime() - STUCK_MS))
    .limit(BATCH)
    .execute()
  if (rows.length === 0 || (await ctx.jobs.pending(ingestPhoto)) > 0) return
  const payloads = rows.map(row => ({ accountId: row.account_id, photoId: row.photo_id }))
  await change(ctx, tx => ctx.jobs.send(tx, ingestPhoto, payloads))
}
