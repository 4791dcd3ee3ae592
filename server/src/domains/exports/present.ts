import type { ExportChunk, ExportStatus, PhotoExport } from '#contract/exports.ts'
import type { Reader } from '../../context.ts'
import { type ChunkSummary, type ExportRow, listChunks } from './store.ts'

/** Converts an export to its wire form; a ready export has its chunks. */
export async function presentExport(db: Reader, row: ExportRow): Promise<PhotoExport> {
  const common = {
    backupId: row.backup_id,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
  const status = STATUS_BY_STATE[row.state]
  if (status !== 'READY') return { status, ...common }
  return {
    status,
    ...common,
    expires: row.expires_at!.toISOString(),
    photosCount: row.photos,
    chunks: (await listChunks(db, row)).map(presentChunk),
  }
}

const presentChunk = ({
  iteration,
  size,
  photos,
  missing,
  from_month,
  to_month,
}: ChunkSummary): ExportChunk => ({
  iteration,
  size: Number(size),
  photosCount: photos,
  missingCount: missing,
  from: from_month,
  to: to_month,
})

const STATUS_BY_STATE: Record<ExportRow['state'], ExportStatus> = {
  requested: 'REQUESTED',
  'in-progress': 'IN_PROGRESS',
  ready: 'READY',
  failed: 'FAILED',
}
