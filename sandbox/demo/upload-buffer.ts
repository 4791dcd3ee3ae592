import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '#server/context.ts'
import { uploadStream } from '#server/domains/uploads/index.ts'
import { createRefusalFailure } from '#server/domains/uploads/refusal.ts'

/** Uploads bytes in memory and returns the photo's id. Throws the failure of a refusal, as tus answers it. */
export async function uploadBuffer(
  ctx: Context,
  accountId: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const file = { uploadId: randomUUID(), fileName, sha256: null, size: bytes.length }
  const outcome = await uploadStream(ctx, accountId, file, Readable.from([bytes]))
  if (outcome?.state === 'refused') throw createRefusalFailure(outcome.reason)
  return outcome!.photoId
}
