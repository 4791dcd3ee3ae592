import { createStoredValue } from '#web/platform/storage/storage.ts'

/** The zips of an export this browser has downloaded; remembered for the latest export only. */
export function downloadedChunks(backupId: string): number[] {
  const kept = storage.read()
  return kept?.backupId === backupId ? kept.taken : []
}

/** Answers all downloaded zips. */
export function markDownloaded(backupId: string, iteration: number): number[] {
  const taken = [...new Set([...downloadedChunks(backupId), iteration])]
  storage.write({ backupId, taken })
  return taken
}

interface Downloaded {
  backupId: string
  taken: number[]
}

const storage = createStoredValue('keepsake.export-taken', isTaken)

function isTaken(value: unknown): value is Downloaded {
  const taken = value as Partial<Downloaded> | null
  return typeof taken?.backupId === 'string' && Array.isArray(taken.taken)
}
