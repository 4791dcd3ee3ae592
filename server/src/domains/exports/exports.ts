import { randomUUID } from 'node:crypto'
import { EXPORT_DAYS } from '#contract/exports.ts'
import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Caller } from '../../http/route.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { isImporting } from '../activation/index.ts'
import { findCustomer } from '../customers/index.ts'
import { type RequestDescription, recordSecurityEvent } from '../identity/index.ts'
import { countPhotos, createHold, releaseHold, setHoldEnd } from '../photos/index.ts'
import { createChunkWriter } from './chunk-writer.ts'
import { loadExtraFiles } from './export-parts.ts'
import { streamExportFolders } from './folders.ts'
import { type ExportRef, mailExport, prepareExport } from './job-kinds.ts'
import {
  type ExportRow,
  findCurrentExport,
  insertChunk,
  insertExport,
  lockExport,
  lockPendingExports,
  updateExport,
} from './store.ts'
import type { ExtraFile } from './tables.ts'

/** An export without progress for this long gets another job at the next request. */
const STALLED_MS = 60_000
export const ARCHIVES_CHANGED: LibraryPush = { type: 'archives-changed' }

/**
 * Requests an export of the library at this moment (PL-184); idempotent. Returns the running export, or the ready one
 * that has not expired, instead of a second one; the owner is told of a new one (NX-328). Throws 400 for an empty library (OP-39) and 409 during an import
 * (OP-26).
 */
export async function requestExport(
  ctx: Context,
  { accountId, grantId }: Pick<Caller, 'accountId' | 'grantId'>,
  channel: string,
  request: RequestDescription,
): Promise<ExportRow> {
  const currentExport = await findCurrentExport(ctx.db, accountId, ctx.clock.now())
  if (currentExport) return resendIfStalled(ctx, currentExport)
  if (await isImporting(ctx.db, accountId))
    throw new Failure('not-ready', 'A part of the library is still being imported')
  if ((await countPhotos(ctx.db, accountId)) === 0)
    throw new Failure('bad-request', 'There are no photos to export')
  return change(ctx, async tx => {
    const backupId = randomUUID()
    const at = await createHold(ctx, tx, accountId, backupId)
    // Concurrent requests wait for the lock of the hold; the second one finds the export of the first.
    const concurrentExport = await findCurrentExport(tx.db, accountId, at)
    if (concurrentExport) {
      await releaseHold(ctx, tx, accountId, backupId)
      return concurrentExport
    }
    const row = await insertExport(tx, {
      account_id: accountId,
      backup_id: backupId,
      state: 'requested',
      channel,
      created_at: at,
      updated_at: at,
    })
    await ctx.jobs.send(tx, prepareExport, [{ accountId, backupId }])
    await publishToAccount(ctx, tx, accountId, ARCHIVES_CHANGED)
    await recordSecurityEvent(ctx, tx, { accountId, grantId, kind: 'export.requested', ...request })
    return row
  })
}

/** Sends the job of a stalled export again, because it may have been lost with its process; the job may run twice. */
async function resendIfStalled(ctx: Context, row: ExportRow): Promise<ExportRow> {
  const isStalled = ctx.clock.now().getTime() - row.updated_at.getTime() > STALLED_MS
  if (row.state !== 'ready' && isStalled)
    await change(ctx, tx => ctx.jobs.send(tx, prepareExport, [toExportRef(row)]))
  return row
}

/**
 * Builds an export: REQUESTED → IN_PROGRESS → READY or FAILED (PL-185). Chunks and READY are committed in one
 * transaction, so that a crash leaves IN_PROGRESS without chunks and the job can run again. Zips are streamed on
 * request, never stored.
 */
export async function buildExport(ctx: Context, ref: ExportRef): Promise<void> {
  if (!(await markInProgress(ctx, ref))) return
  const extraFiles = await loadExtraFiles(ctx, ref.accountId)
  await change(ctx, async tx => {
    const row = await lockExport(tx, ref)
    // Cancelled, or completed by another worker.
    if (row?.state !== 'in-progress') return
    const photos = await writeChunks(ctx, tx, row, extraFiles)
    if (photos === 0) return failExport(ctx, tx, ref)
    const now = ctx.clock.now()
    const expires = new Date(now.getTime() + EXPORT_DAYS * 86_400_000)
    await updateExport(tx.db, ref, { state: 'ready', photos, updated_at: now, expires_at: expires })
    await setHoldEnd(tx, ref.accountId, ref.backupId, expires)
    await ctx.jobs.send(tx, mailExport, [ref])
    await publishToAccount(ctx, tx, ref.accountId, ARCHIVES_CHANGED)
    tx.afterCommit(() => ctx.log.info({ export: ref.backupId, photos }, 'export is ready'))
  })
}

/** Sets an export to failed and releases its hold; another one can be requested. */
export async function failExport(ctx: Context, tx: Tx, ref: ExportRef): Promise<void> {
  await updateExport(tx.db, ref, { state: 'failed', updated_at: ctx.clock.now() })
  await releaseHold(ctx, tx, ref.accountId, ref.backupId)
  await publishToAccount(ctx, tx, ref.accountId, ARCHIVES_CHANGED)
}

/** Fails the account's exports that are not ready (OP-34); ready ones stay until they expire. */
export async function cancelPendingExports(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const rows = await lockPendingExports(tx, accountId)
  for (const ref of rows.map(toExportRef)) await failExport(ctx, tx, ref)
}

export const toExportRef = (row: Pick<ExportRow, 'account_id' | 'backup_id'>): ExportRef => ({
  accountId: row.account_id,
  backupId: row.backup_id,
})

async function markInProgress(ctx: Context, ref: ExportRef): Promise<boolean> {
  return change(ctx, async tx => {
    const row = await lockExport(tx, ref)
    if (row?.state !== 'requested' && row?.state !== 'in-progress') return false
    await updateExport(tx.db, ref, { state: 'in-progress', updated_at: ctx.clock.now() })
    return true
  })
}

/** Inserts the chunks and returns the number of their photos. */
async function writeChunks(
  ctx: Context,
  tx: Tx,
  row: ExportRow,
  extraFiles: readonly ExtraFile[],
): Promise<number> {
  const { account_id, backup_id } = row
  const writer = createChunkWriter(row, { limit: ctx.config.exportChunkBytes, extraFiles }, chunk =>
    insertChunk(tx, { ...chunk, account_id, backup_id }),
  )
  const undatedFolderName = await findUndatedFolderName(tx, row.account_id)
  for await (const folder of streamExportFolders(tx, row.account_id, row.backup_id, undatedFolderName))
    for (const photo of folder) await writer.add(photo)
  return writer.finish()
}

/** Finds the name of the folder of photos without a date, in the customer's language. */
async function findUndatedFolderName(tx: Tx, accountId: string): Promise<string> {
  const locale = (await findCustomer(tx.db, accountId))?.locale
  return getTranslator(locale)('date.unknown')
}
