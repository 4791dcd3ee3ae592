import { stored } from '#web/platform/storage/storage.ts'

/** Which zips of an export this browser has fetched; of the latest export only. */
export function takenChunks(backupId: string): number[] {
  const kept = memory.read()
  return kept?.backupId === backupId ? kept.taken : []
}

/** Answers all of them. */
export function rememberTaken(backupId: string, iteration: number): number[] {
  const taken = [...new Set([...takenChunks(backupId), iteration])]
  memory.write({ backupId, taken })
  return taken
}

interface Taken {
  backupId: string
  taken: number[]
}

const memory = stored('keepsake.export-taken', isTaken)

function isTaken(value: unknown): value is Taken {
  const taken = value as Partial<Taken> | null
  return typeof taken?.backupId === 'string' && Array.isArray(taken.taken)
}
