import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { Answer } from '#contract/endpoint.ts'
import type { ERASURE_CONFLICTS, getErasureLimit } from '#contract/photos.ts'
import { type Context, change, type Reader, type Tx } from '../../../context.ts'
import { Failure } from '../../../http/failure.ts'
import type { Caller } from '../../../http/route.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { hasTrustedPasskey, isKnownDevice, mailEntry, recordSecurityEvent } from '../../identity/index.ts'
import { findEntry, listEntries, listWaitingEntries, record } from '../../journal/index.ts'
import { filterOutErased, listMissingIds, startErasure } from '../photos.ts'
import { lockLatestMove } from '../store/library-moves.ts'
import { lockPhotos } from '../store/locks.ts'
import { countPhotos } from '../store/month-counts.ts'
import { countBin, type PhotoRow } from '../store/photos.ts'
import { sumPhotosOfDay } from './record-deletion.ts'

export interface ErasureRequest {
  photoIds: readonly string[]
  /** Photos of the whole deletion, of which this is a part. */
  total?: number | undefined
  /** Without waiting, although it is more than usual. */
  now?: boolean | undefined
}

/**
 * Deletes photos in the bin permanently. What is usual in a day is erased at once, after a recent sign-in; more of it waits, so that its
 * owner can stop it, unless `now` is said on a known device after a recent sign-in. Photos that are still in the library are
 * returned as failed; ids that were erased before, or wait, count as done. Throws conflict for `now` on a new device, and for what
 * would wait in the week after its owner has stopped such a deletion.
 */
export async function requestErasure(
  ctx: Context,
  caller: Caller,
  { photoIds, total = 0, now = false }: ErasureRequest,
  requireRecentSignIn: () => Promise<void>,
): Promise<{ failed: string[]; effectiveAt: Date | null }> {
  const { accountId } = caller
  const count = Math.max(total, photoIds.length)
  const { remaining, mayEraseNow } = await readErasureLimit(ctx, ctx.db, caller)
  if (now && !mayEraseNow) throw createErasureConflict('new-device')
  const isAtOnce = now || count <= remaining
  if (isAtOnce) await requireRecentSignIn()
  return change(ctx, async tx => {
    // Of calls at once each sees what the others have erased.
    await lockLatestMove(tx, accountId, randomUUID(), ctx.clock.now())
    const rows = (await lockPhotos(tx, accountId, photoIds)).filter(row => row.deleted_at !== null)
    const failed = await filterOutErased(tx, accountId, listMissingIds(photoIds, rows))
    const limit = await readErasureLimit(ctx, tx.db, caller)
    const effectiveAt =
      isAtOnce && (now || count <= limit.remaining)
        ? await eraseAtOnce(ctx, tx, accountId, rows, limit.remaining)
        : await delayErasure(ctx, tx, accountId, rows, limit)
    return { failed, effectiveAt }
  })
}

/** Photos that are erased at once in a day: this many, or this share of library and bin. */
const USUAL_PHOTOS = 100
const USUAL_SHARE = 0.01

/** Reads how many photos the caller can still erase at once today, and how long more of them wait. */
export async function readErasureLimit(
  ctx: Context,
  db: Reader,
  { accountId, grantId }: Caller,
): Promise<ErasureLimit> {
  const stored = (await countPhotos(db, accountId)) + (await countBin(db, accountId))
  const { lossDelayHours } = ctx.config
  const usual = lossDelayHours === 0 ? stored : Math.max(USUAL_PHOTOS, Math.floor(stored * USUAL_SHARE))
  const erased = await sumPhotosOfDay(ctx, db, accountId, 'photos.erased')
  const isKnown = await isKnownDevice(ctx, db, { accountId, grantId })
  const isTrusted = isKnown || (await hasTrustedPasskey(ctx, db, accountId))
  return {
    remaining: lossDelayHours === 0 ? usual : Math.max(0, usual - erased),
    waitHours: lossDelayHours * (isTrusted ? 1 : NEW_DEVICE_FACTOR),
    mayWait: !(await wasStopped(ctx, db, accountId)),
    mayEraseNow: isKnown,
  }
}

type ErasureLimit = Answer<typeof getErasureLimit>

/** A deletion from a new device waits that many times longer. */
const NEW_DEVICE_FACTOR = 3

/** Erases photos, and mails what is more than usual. */
async function eraseAtOnce(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly PhotoRow[],
  remaining: number,
): Promise<null> {
  if (rows.length === 0) return null
  await startErasure(ctx, tx, accountId, rows)
  const kind = 'photos.erased'
  const eventId = await record(ctx, tx, { accountId, kind, total: rows.length })
  const isNew = (await findEntry(tx.db, accountId, eventId))?.until === null
  if (rows.length > remaining && (isNew || remaining > 0))
    await mailEntry(ctx, tx, { accountId, eventId, kind })
  return null
}

/** Lets photos wait for their erasure; those that wait already keep their instant. Returns the latest one. */
async function delayErasure(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly PhotoRow[],
  { waitHours, mayWait }: ErasureLimit,
): Promise<Date | null> {
  const now = ctx.clock.now()
  const waiting = await listWaitingEntries(tx.db, accountId, now)
  const newRows = rows.filter(row => !waiting.some(({ entry_id }) => entry_id === row.erase_entry))
  if (newRows.length === 0) return waiting.at(-1)?.effective_at ?? null
  if (!mayWait) throw createErasureConflict('stopped')
  const effectiveAt = addHours(now, waitHours)
  const request = { accountId, kind: 'photos.erasure-requested', total: newRows.length, effectiveAt } as const
  const entryId = await recordSecurityEvent(ctx, tx, request)
  const key = { account_id: accountId, photo_id: newRows.map(row => row.photo_id) }
  await updateRows(tx.db, 'photos', key, { erase_entry: entryId })
  return effectiveAt
}

/** Days in which nothing unusual is erased with a wait, once its owner has stopped it. */
const STOPPED_DAYS = 7

async function wasStopped(ctx: Context, db: Reader, accountId: string): Promise<boolean> {
  const since = addDays(ctx.clock.now(), -STOPPED_DAYS)
  const undos = await listEntries(db, accountId, { since, kinds: ['change.undone'], limit: UNDOS_MAX })
  return undos.some(({ detail }) => detail.kind === 'photos.erasure-requested')
}

const UNDOS_MAX = 1000

const createErasureConflict = (reason: (typeof ERASURE_CONFLICTS)[number]): Failure =>
  new Failure('conflict', `The photos are not deleted: ${reason}`, { reason })
