import type { Kysely } from 'kysely'
import { isPhotoStored, sampleOriginals, toOriginalKey } from '../domains/photos/index.ts'
import { BlobDamagedError, BlobMissingError, type Blobs, BlobTooShortError } from '../platform/blobs/blobs.ts'
import { checkStored } from '../platform/blobs/check-stored.ts'
import type { Schema } from '../schema.ts'

export interface OriginalComparison {
  compared: number
  /** Missing, because their photos were erased since. */
  skipped: number
  problems: string[]
}

/** Reads a sample of the originals that the restored database names, and compares their sizes and hashes. */
export async function compareOriginals(
  { restored, running }: Record<'restored' | 'running', Kysely<Schema>>,
  blobs: Blobs,
  sampleSize: number,
): Promise<OriginalComparison> {
  const result: OriginalComparison = { compared: 0, skipped: 0, problems: [] }
  for (const photo of await sampleOriginals(restored, sampleSize)) {
    const problem = await findProblem(blobs, photo)
    if (problem === null) result.compared++
    else if (!(await isPhotoStored(running, photo))) result.skipped++
    else result.problems.push(problem)
  }
  return result
}

type SampledOriginal = Awaited<ReturnType<typeof sampleOriginals>>[number]

/** Null for an original that has the bytes that were received. */
async function findProblem(blobs: Blobs, photo: SampledOriginal): Promise<string | null> {
  const label = `the original of photo ${photo.photo_id}`
  try {
    const { sha256 } = photo
    await checkStored(blobs.read(toOriginalKey(photo)), label, { sha256, size: Number(photo.size) })
    return null
  } catch (error) {
    if (error instanceof BlobMissingError) return `${label} is missing`
    if (error instanceof BlobDamagedError || error instanceof BlobTooShortError) return error.message
    throw error
  }
}
