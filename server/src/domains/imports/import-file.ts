import { randomUUID } from 'node:crypto'
import type { ImportRefusal } from '#contract/activation.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { countImportedFile, type ImportRef, lockRun } from '../activation/index.ts'
import { recoverUpload, type UploadOutcome, uploadStream } from '../uploads/index.ts'
import type { LegacyLibrary } from './legacy-library.ts'
import { completeFile, type FileRow, setUploadOfFile } from './store.ts'

/** The run has ended, or another one has begun: nothing of it is to be done any more. */
export class SupersededRunError extends Error {
  override name = 'SupersededRunError'
}

/** Times a file is read again when its bytes do not all come. */
const ATTEMPTS = 3

type Outcome = UploadOutcome | { state: 'refused'; reason: ImportRefusal }

/**
 * Brings one file into the library by the way of uploads, and writes down what became of it. A process may die anywhere:
 * the attempt was noted before its first byte, and whoever comes next finishes it or makes another one. Two at once end
 * with one photo. Throws ImportError when the old library as a whole is not there any more.
 */
export async function importFile(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  row: FileRow,
): Promise<void> {
  const before = row.upload_id ? await recoverUpload(ctx, row.account_id, row.upload_id) : null
  await note(ctx, ref, row, before ?? (await fetchFile(ctx, library, ref, row)))
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const uploadId = await noteAttempt(ctx, ref, row)
    const imported = { takenAt: row.taken_at, takenOffset: row.taken_offset }
    const file = { uploadId, fileName: row.file_name, sha256: row.sha256, size, imported }
    const received = await uploadStream(ctx, row.account_id, file, library.read(row.file, size))
    if (received) return received
  }
  await library.check()
  return { state: 'refused', reason: 'unreadable' }
}

/** Before the first byte: whoever finds the file waiting later looks at this upload first. */
async function noteAttempt(ctx: Context, ref: ImportRef, row: FileRow): Promise<string> {
  const uploadId = randomUUID()
  await change(ctx, async tx => {
    if (!(await lockRun(tx, ref.accountId, ref.run))) throw new SupersededRunError()
    await setUploadOfFile(tx, row, uploadId)
  })
  return uploadId
}

const COUNTERS = { added: 'added', 'already-there': 'already_there', refused: 'refused' } as const

/** Once: what another worker has written down counts. */
async function note(ctx: Context, ref: ImportRef, row: FileRow, outcome: Outcome): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockRun(tx, ref.accountId, ref.run))) throw new SupersededRunError()
    const isFirst = await completeFile(tx, row, {
      state: outcome.state,
      reason: outcome.state === 'refused' ? outcome.reason : null,
      photo_id: outcome.state === 'refused' ? null : outcome.photoId,
      run: ref.run,
    })
    if (isFirst) await countImportedFile(tx, ref.accountId, COUNTERS[outcome.state], ctx.clock.now())
  })
}
