import { type Context, change } from '../../context.ts'
import {
  type ActivationRow,
  endRun,
  findActivation,
  type ImportRef,
  importLibrary,
  lockRun,
} from '../activation/index.ts'
import { importAlbum } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { importFile, SupersededRunError } from './import-file.ts'
import { ImportError, type LegacyLibrary, openLegacyLibrary } from './legacy-library.ts'
import { planRun } from './plan.ts'
import { listAlbumsBeforeRun, listPhotosOfFiles, listWaitingFiles, setRunOfAlbum } from './store.ts'

/** Files read at the same time. */
const LANES = 3
const BATCH = 60
/** A job works so long, then the next one goes on: well below its lease. */
const PART_MS = 5 * 60_000

/** Imports of this process; a job that was sent twice does nothing while one of them works. */
const running = new Set<string>()

/**
 * Goes on with an import until it has ended, or for about five minutes: then, and when this process is asked to end, the
 * next job does. Every step is written down, so that a process may die anywhere and another one takes up what it left.
 */
export async function runImport(ctx: Context, ref: ImportRef, signal: AbortSignal): Promise<void> {
  const key = `${ref.accountId} ${ref.run}`
  if (running.has(key)) return
  running.add(key)
  const done = await part(ctx, ref, signal).finally(() => running.delete(key))
  if (!done) await change(ctx, tx => ctx.jobs.send(tx, importLibrary, [ref]))
}

/** False when there is more to do. */
async function part(ctx: Context, ref: ImportRef, signal: AbortSignal): Promise<boolean> {
  const row = await findActivation(ctx.db, ref.accountId)
  if (row?.state !== 'importing' || row.run !== ref.run) return true
  // Nothing is brought to an account that is no more; its rows go with it.
  if ((await findCustomer(ctx.db, ref.accountId))?.deleted_at) return true
  try {
    const library = await openLegacyLibrary(ctx.config.legacy, row.source ?? '')
    try {
      return await work(ctx, library, ref, row, signal)
    } finally {
      library.close()
    }
  } catch (error) {
    if (error instanceof SupersededRunError) return true
    if (!(error instanceof ImportError)) throw error
    ctx.log.error({ err: error, ...ref, source: row.source }, 'import ended with a problem')
    await endRun(ctx, ref, error.problem)
    return true
  }
}

async function work(
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
  const until = performance.now() + PART_MS
  if (!(await importFiles(ctx, library, ref, () => signal.aborted || performance.now() > until))) return false
  await importAlbums(ctx, ref)
  await endRun(ctx, ref, null)
  return true
}

/** False when it stopped before the last file. */
async function importFiles(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  over: () => boolean,
): Promise<boolean> {
  for (;;) {
    const queue = await listWaitingFiles(ctx.db, ref.accountId, BATCH)
    if (queue.length === 0) return true
    let failed = false
    const lane = async () => {
      for (let next = queue.shift(); next && !failed && !over(); next = queue.shift())
        await importFile(ctx, library, ref, next)
    }
    const lanes = Array.from({ length: LANES }, () =>
      lane().catch(error => {
        failed = true
        throw error
      }),
    )
    // All of them have stopped before anything is closed.
    const broken = (await Promise.allSettled(lanes)).find(each => each.status === 'rejected')
    if (broken) throw broken.reason
    if (over()) return false
  }
}

/** Albums of the old library, each in one transaction with the photos that this run brought. */
async function importAlbums(ctx: Context, ref: ImportRef): Promise<void> {
  const { accountId, run } = ref
  // Lists show the latest first: as the index has them.
  const albums = await listAlbumsBeforeRun(ctx.db, accountId, run)
  for (const album of albums)
    await change(ctx, async tx => {
      if (!(await lockRun(tx, accountId, run))) throw new SupersededRunError()
      if (!(await setRunOfAlbum(tx, album, run))) return
      const files = await listPhotosOfFiles(tx, accountId, album.files, album.run)
      const coming = {
        albumId: album.album_id,
        name: album.name,
        createdAt: album.created_at,
        photoIds: [...new Set(files.map(file => file.photo_id!))],
        coverPhotoId: files.find(file => file.n === album.cover)?.photo_id ?? null,
      }
      await importAlbum(ctx, tx, accountId, coming, { again: album.run > 0 })
    })
}
