import { type Context, change } from '../../context.ts'
import {
  type ActivationRow,
  endImportRun,
  findActivation,
  type ImportRef,
  importLibrary,
  lockImportRun,
} from '../activation/index.ts'
import { importAlbum } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { importFile, SupersededRunError } from './import-file.ts'
import { ImportError, type LegacyLibrary, openLegacyLibrary } from './legacy-library.ts'
import { planRun } from './plan.ts'
import { listAlbumsBeforeRun, listPhotosOfFiles, listWaitingFiles, setRunOfAlbum } from './store.ts'

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
    const queue = await listWaitingFiles(ctx.db, ref.accountId, BATCH)
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
  const albums = await listAlbumsBeforeRun(ctx.db, accountId, run)
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
