import { createStoredValue } from '#web/platform/storage/storage.ts'

/** Returns the numbers of the zips that this browser has downloaded; stored for the latest export only. */
export function listDownloadedChunks(backupId: string): number[] {
  const stored = storage.read()
  return stored?.backupId === backupId ? stored.downloaded : []
}

/** Stores a zip as downloaded; returns the numbers of all downloaded zips. */
export function markDownloaded(backupId: string, iteration: number): number[] {
  const downloaded = [...new Set([...listDownloadedChunks(backupId), iteration])]
  storage.write({ backupId, downloaded })
  return downloaded
}

/** The stored value; its names must not change. */
interface Downloaded {
  backupId: string
  downloaded: number[]
}

const storage = createStoredValue('keepsake.export-taken', isDownloaded)

function isDownloaded(value: unknown): value is Downloaded {
  const downloaded = value as Partial<Downloaded> | null
  return typeof downloaded?.backupId === 'string' && Array.isArray(downloaded.downloaded)
}
