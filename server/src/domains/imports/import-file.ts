import { randomUUID } from 'node:crypto'
import type { ImportRefusal } from '#contract/activation.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { countImportedFile, type ImportRef, lockImportRun } from '../activation/index.ts'
import { recoverUpload, type UploadOutcome, uploadStream } from '../uploads/index.ts'
import type { LegacyLibrary } from './legacy-library.ts'
import { completeFile, type FileRow, setUploadOfFile } from './store.ts'

/** The run has ended or was superseded: its work must stop. */
export class SupersededRunError extends Error {
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
export async function importFile(
  ctx: Context,
  library: LegacyLibrary,
  ref: ImportRef,
  row: FileRow,
): Promise<void> {
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
    const importedDate = { takenAt: row.taken_at, takenOffset: row.taken_offset }
    const file = { uploadId, fileName: row.file_name, sha256: row.sha256, size, imported: importedDate }
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
    await setUploadOfFile(tx, row, uploadId)
  })
  return uploadId
}

const COUNTER_COLUMNS = { added: 'added', 'already-there': 'already_there', refused: 'refused' } as const

/** Records the outcome once: the first worker wins. */
async function recordOutcome(ctx: Context, ref: ImportRef, row: FileRow, outcome: Outcome): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockImportRun(tx, ref.accountId, ref.run))) throw new SupersededRunError()
    const isFirst = await completeFile(tx, row, {
      state: outcome.state,
      reason: outcome.state === 'refused' ? outcome.reason : null,
      photo_id: outcome.state === 'refused' ? null : outcome.photoId,
      run: ref.run,
    })
    if (isFirst) await countImportedFile(tx, ref.accountId, COUNTER_COLUMNS[outcome.state], ctx.clock.now())
  })
}
