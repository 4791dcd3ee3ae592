import { createStoredValue } from '#web/platform/storage/storage.ts'

/** Numbers of the zips that this browser has downloaded; stored for the latest export only. */
export function downloadedChunks(backupId: string): number[] {
  const saved = storage.read()
  return saved?.backupId === backupId ? saved.taken : []
}

/** Stores a zip as downloaded; returns the numbers of all downloaded zips. */
export function markDownloaded(backupId: string, iteration: number): number[] {
  const taken = [...new Set([...downloadedChunks(backupId), iteration])]
  storage.write({ backupId, taken })
  return taken
}

/** The stored value; its names must not change. */
interface Downloaded {
  backupId: string
  taken: number[]
}

const storage = createStoredValue('keepsake.export-taken', isDownloaded)

function isDownloaded(value: unknown): value is Downloaded {
  const taken = value as Partial<Downloaded> | null
  return typeof taken?.backupId === 'string' && Array.isArray(taken.taken)
}
