import { randomUUID } from 'node:crypto'
import type { ImportRefusal } from '#contract/activation.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { lessThan, listFirstRows, listRows, updateRows } from '../../platform/db/rows.ts'
import {
  type ActivationRow,
  countImportedFile,
  endImportRun,
  findActivation,
  type ImportRef,
  importLibrary,
  lockImportRun,
} from '../activation/index.ts'
import { importAlbum } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { recoverUpload, type UploadOutcome, uploadStream } from '../uploads/index.ts'
import { ImportError, type LegacyLibrary, openLegacyLibrary } from './legacy-library.ts'
import { planRun } from './plan.ts'
import { type FileRow, listPhotosOfFiles, setRunOfAlbum } from './store.ts'

/** Files imported concurrently per run. */
const CONCURRENCY = 3
const BATCH = 60
/** Longest run of one job, after which the next one continues; well below its lease of 15 minutes. */
const PART_MS = 5 * 60_000

/** Import runs that this process executes; a duplicate job does nothing. */
const runningImports = new Set<string>()

/**
 * Executes an import run until it has ended, for about five minutes, or until `signal`; then sends the next job. Every
 * step is recorded, so that another process can resume after a crash at any step.
 */
export async function runImport(ctx: Context, ref: ImportRef, signal: AbortSignal): Promise<void> {
  const key = `${ref.accountId} ${ref.run}`
  if (runningImports.has(key)) return
  runningImports.add(key)
  const isDone = await runPart(ctx, ref, signal).finally(() => runningImports.delete(key))
  if (!isDone) await change(ctx, tx => ctx.jobs.send(tx, importLibrary, [ref]))
}

/** Returns false when the run has not ended yet. */
async function runPart(ctx: Context, ref: ImportRef, signal: AbortSignal): Promise<boolean> {
  const row = await findActivation(ctx.db, ref.accountId)
  if (row?.state !== 'importing' || row.run !== ref.run) return true
  // A deleted account gets no photos; account erasure removes the rows of its import.
  if ((await findCustomer(ctx.db, ref.accountId))?.deleted_at) return true
  try {
    const library = await openLegacyLibrary(ctx.config.legacy, row.source ?? '')
    try {
      return await importFromLibrary(ctx, library, ref, row, signal)
    } finally {
      library.close()
    }
  } catch (error) {
    if (error instanceof SupersededRunError) return true
    if (!(error instanceof ImportError)) throw error
    ctx.log.error({ err: error, ...ref, source: row.source }, 'import ended with a problem')
    await endImportRun(ctx, ref, error.problem)
    return true
  }
}

async function importFromLibrary(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  row: ActivationRow,
  signal: AbortSignal,
): Promise<boolean> {
  if (row.planned_run !== ref.run) {
    const index = await library.index(ref.accountId, ctx.clock.now())
    if (index.problems.length)
      ctx.log.warn(
        { ...ref, count: index.problems.length, first: index.problems.slice(0, 5) },
        'index of an import',
      )
    await planRun(ctx, ref, index)
  }
  const endsAt = performance.now() + PART_MS
  if (!(await importFiles(ctx, library, ref, () => signal.aborted || performance.now() > endsAt)))
    return false
  await importAlbums(ctx, ref)
  await endImportRun(ctx, ref, null)
  return true
}

/** Returns false when it stopped before the last file. */
async function importFiles(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  shouldStop: () => boolean,
): Promise<boolean> {
  for (;;) {
    const waiting = { account_id: ref.accountId, state: 'waiting' } as const
    const queue = await listFirstRows(ctx.db, 'import_files', waiting, BATCH, 'n')
    if (queue.length === 0) return true
    let hasFailed = false
    const worker = async () => {
      for (let nextFile = queue.shift(); nextFile && !hasFailed && !shouldStop(); nextFile = queue.shift())
        await importFile(ctx, library, ref, nextFile)
    }
    const workers = Array.from({ length: CONCURRENCY }, () =>
      worker().catch(error => {
        hasFailed = true
        throw error
      }),
    )
    // Waits for all workers, because the caller closes the library afterwards.
    const rejection = (await Promise.allSettled(workers)).find(each => each.status === 'rejected')
    if (rejection) throw rejection.reason
    if (shouldStop()) return false
  }
}

/** Imports the albums, each in one transaction with the photos that this run imported. */
async function importAlbums(ctx: Context, ref: ImportRef): Promise<void> {
  const { accountId, run } = ref
  // From last to first, so that lists of albums, which show the newest first, have the order of the index.
  const albums = await listRows(
    ctx.db,
    'import_albums',
    { account_id: accountId, run: lessThan(run) },
    'n desc',
  )
  for (const album of albums)
    await change(ctx, async tx => {
      if (!(await lockImportRun(tx, accountId, run))) throw new SupersededRunError()
      if (!(await setRunOfAlbum(tx, album, run))) return
      const files = await listPhotosOfFiles(tx, accountId, album.files, album.run)
      const importedAlbum = {
        albumId: album.album_id,
        name: album.name,
        createdAt: album.created_at,
        photoIds: [...new Set(files.map(file => file.photo_id!))],
        coverPhotoId: files.find(file => file.n === album.cover)?.photo_id ?? null,
      }
      await importAlbum(ctx, tx, accountId, importedAlbum, { alreadyCreated: album.run > 0 })
    })
}

/** The run has ended or was superseded: its work must stop. */
class SupersededRunError extends Error {
  override name = 'SupersededRunError'
}

/** Failed reads after which a file counts as unreadable. */
const MAX_ATTEMPTS = 3

type Outcome = UploadOutcome | { state: 'refused'; reason: ImportRefusal }

/**
 * Imports one file as an upload and records its outcome. Safe against a crash at any step: the attempt is recorded before
 * its first byte, so the next worker completes that upload or makes another attempt. Two workers with the same file end
 * with one photo. Throws ImportError when the legacy library as a whole is no longer available.
 */
async function importFile(ctx: Context, library: LegacyLibrary, ref: ImportRef, row: FileRow): Promise<void> {
  const recoveredOutcome = row.upload_id ? await recoverUpload(ctx, row.account_id, row.upload_id) : null
  await recordOutcome(ctx, ref, row, recoveredOutcome ?? (await fetchFile(ctx, library, ref, row)))
}

async function fetchFile(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  row: FileRow,
): Promise<Outcome> {
  const size = await library.size(row.file)
  if (size === null) return { state: 'refused', reason: 'missing' }
  if (size === 0) return { state: 'refused', reason: 'empty' }
  if (size > UPLOAD_MAX_BYTES) return { state: 'refused', reason: 'too-large' }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const uploadId = await recordAttempt(ctx, ref, row)
    const { taken_at: at, taken_offset: offset, taken_precision: precision } = row
    const imported = { date: at === null ? null : { at, offset, precision } }
    const file = { uploadId, fileName: row.file_name, sha256: row.sha256, size, imported }
    const outcome = await uploadStream(ctx, row.account_id, file, library.read(row.file, size))
    if (outcome) return outcome
  }
  await library.check()
  return { state: 'refused', reason: 'unreadable' }
}

/** Stores the upload id before the first byte, so that the next worker can recover this upload. */
async function recordAttempt(ctx: Context, ref: ImportRef, row: FileRow): Promise<string> {
  const uploadId = randomUUID()
  await change(ctx, async tx => {
    if (!(await lockImportRun(tx, ref.accountId, ref.run))) throw new SupersededRunError()
    await updateRows(
      tx.db,
      'import_files',
      { account_id: row.account_id, n: row.n, state: 'waiting' },
      { upload_id: uploadId },
    )
  })
  return uploadId
}

const COUNTER_COLUMNS = { added: 'added', 'already-there': 'already_there', refused: 'refused' } as const

/** Records the outcome once: the first worker wins. */
async function recordOutcome(ctx: Context, ref: ImportRef, row: FileRow, outcome: Outcome): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockImportRun(tx, ref.accountId, ref.run))) throw new SupersededRunError()
    const waitingFile = { account_id: row.account_id, n: row.n, state: 'waiting' } as const
    const completed = await updateRows(tx.db, 'import_files', waitingFile, {
      state: outcome.state,
      reason: outcome.state === 'refused' ? outcome.reason : null,
      photo_id: outcome.state === 'refused' ? null : outcome.photoId,
      run: ref.run,
    })
    if (completed > 0)
      await countImportedFile(tx, ref.accountId, COUNTER_COLUMNS[outcome.state], ctx.clock.now())
  })
}
