import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { ERASURE_CONFLICTS, erasePhotos, getErasureLimit } from '#contract/photos.ts'
import { type Context, change, type Reader, type Tx } from '../../../context.ts'
import { Failure } from '../../../http/failure.ts'
import type { Caller } from '../../../http/route.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { hasTrustedPasskey, isKnownDevice, mailEntry, recordSecurityEvent } from '../../identity/index.ts'
import { findEntry, listEntries, listEntriesInEffectAfter, record } from '../../journal/index.ts'
import { filterOutErased, listMissingIds, startErasure } from '../photos.ts'
import { lockLatestMove } from '../store/library-moves.ts'
import { lockPhotos } from '../store/locks.ts'
import { countPhotos } from '../store/month-counts.ts'
import { countBin, type PhotoRow } from '../store/photos.ts'
import { sumPhotosOfDay } from './record-deletion.ts'

/**
 * Deletes photos in the bin permanently. What is usual in a day is erased at once, after a recent sign-in; more of it waits, so that its
 * owner can stop it, unless `when` is 'now', on a known device after a recent sign-in. Photos that are still in the library are
 * returned as failed; ids that were erased before, or wait, count as done. Throws conflict for 'now' on a new device, and for what
 * would wait in the week after its owner has stopped such a deletion.
 */
export async function requestErasure(
  ctx: Context,
  caller: Caller,
  { photoIds, when }: z.output<(typeof erasePhotos)['body']>,
  requireRecentSignIn: () => Promise<void>,
): Promise<{ failed: string[]; effectiveAt: Date | null }> {
  const { accountId } = caller
  const isNow = when === 'now'
  if (isNow && !(await isKnownDevice(ctx, ctx.db, caller))) throw createErasureConflict('new-device')
  const fits = ({ usual, erased }: Budget) => isNow || photoIds.length <= usual - erased
  const isAtOnce = when !== 'later' && fits(await readBudget(ctx, ctx.db, accountId))
  if (isAtOnce) await requireRecentSignIn()
  return change(ctx, async tx => {
    // Of calls at once each sees what the others have erased.
    await lockLatestMove(tx, accountId, randomUUID(), ctx.clock.now())
    const rows = (await lockPhotos(tx, accountId, photoIds)).filter(row => row.deleted_at !== null)
    const failed = await filterOutErased(tx, accountId, listMissingIds(photoIds, rows))
    if (rows.length === 0) return { failed, effectiveAt: null }
    const budget = isAtOnce && (await readBudget(ctx, tx.db, accountId))
    if (!budget || !fits(budget)) return { failed, effectiveAt: await delayErasure(ctx, tx, caller, rows) }
    await eraseAtOnce(ctx, tx, accountId, rows, budget)
    return { failed, effectiveAt: null }
  })
}

/** Reads how many photos the caller can still erase at once today, and how long more of them wait. */
export async function readErasureLimit(
  ctx: Context,
  db: Reader,
  caller: Caller,
): Promise<Answer<typeof getErasureLimit>> {
  const { usual, erased } = await readBudget(ctx, db, caller.accountId)
  return {
    remaining: Math.max(0, usual - erased),
    waitHours: await findWaitHours(ctx, db, caller),
    mayWait: !(await wasStopped(ctx, db, caller.accountId)),
    mayEraseNow: await isKnownDevice(ctx, db, caller),
  }
}

/** Photos that are erased at once in a day: this many, or this share of library and bin. */
const USUAL_PHOTOS = 100
const USUAL_SHARE = 0.01

interface Budget {
  usual: number
  /** In the last 24 hours. */
  erased: number
}

async function readBudget(ctx: Context, db: Reader, accountId: string): Promise<Budget> {
  if (ctx.config.lossDelayHours === 0) return { usual: Number.MAX_SAFE_INTEGER, erased: 0 }
  const stored = (await countPhotos(db, accountId)) + (await countBin(db, accountId))
  return {
    usual: Math.max(USUAL_PHOTOS, Math.floor(stored * USUAL_SHARE)),
    erased: await sumPhotosOfDay(ctx, db, accountId, 'photos.erased'),
  }
}

/** A deletion from a new device waits that many times longer. */
const NEW_DEVICE_FACTOR = 3

async function findWaitHours(ctx: Context, db: Reader, caller: Caller): Promise<number> {
  const isTrusted =
    (await isKnownDevice(ctx, db, caller)) || (await hasTrustedPasskey(ctx, db, caller.accountId))
  return ctx.config.lossDelayHours * (isTrusted ? 1 : NEW_DEVICE_FACTOR)
}

/** Erases photos; what is more than usual is mailed by the call with which it becomes so, and by each entry after it. */
async function eraseAtOnce(
  ctx: Context,
  tx: Tx,
  accountId: string,
  rows: readonly PhotoRow[],
  { usual, erased }: Budget,
): Promise<void> {
  await startErasure(ctx, tx, accountId, rows)
  const kind = 'photos.erased'
  const eventId = await record(ctx, tx, { accountId, kind, total: rows.length })
  const isNew = (await findEntry(tx.db, accountId, eventId))?.until === null
  if (erased + rows.length > usual && (isNew || erased <= usual))
    await mailEntry(ctx, tx, { accountId, eventId, kind })
}

/** Lets photos wait for their erasure; those that wait already keep their instant. Returns the latest one. */
async function delayErasure(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  rows: readonly PhotoRow[],
): Promise<Date | null> {
  const { accountId } = caller
  const now = ctx.clock.now()
  const waiting = await listEntriesInEffectAfter(tx.db, accountId, now)
  const ofRow = (row: PhotoRow) => waiting.find(({ entry_id }) => entry_id === row.erase_entry)
  const newRows = rows.filter(row => !ofRow(row))
  if (newRows.length === 0) return ofRow(rows.at(-1)!)!.effective_at
  if (await wasStopped(ctx, tx.db, accountId)) throw createErasureConflict('stopped')
  const effectiveAt = addHours(now, await findWaitHours(ctx, tx.db, caller))
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
