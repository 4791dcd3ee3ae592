import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Limits of one file (OP-10). */
export const UPLOAD_MAX_BYTES = 200 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 300_000_000
export const UPLOAD_TYPES = ['image/heic', 'image/jpeg', 'image/png'] as const
export const UPLOADS_IN_PARALLEL = 3

/** Why a file was refused; the web has a sentence for each. */
export const refusal = z.enum([
  'empty',
  'unsupported-type',
  'too-large',
  'too-many-pixels',
  'truncated',
  'broken',
  'checksum-mismatch',
  'expired',
  'too-many-files',
])
export type Refusal = z.infer<typeof refusal>

/**
 * What became of one upload. receiving: bytes still come. processing: the original is safe on disk, its sizes are
 * being made. added / already-there / restored: it is in the library as `photoId`. refused: `reason` says why.
 */
export const receipt = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  state: z.enum(['receiving', 'processing', 'added', 'already-there', 'restored', 'refused']),
  reason: refusal.optional(),
  photoId: z.uuid().optional(),
})
export type Receipt = z.infer<typeof receipt>

/*
 * The upload service speaks tus 1.0 below '/files' of its base address: creation, creation-with-upload, termination,
 * checksum, expiration. Upload-Metadata: filename, filetype, optional albumId and sha256 (hex). With an albumId of the
 * caller's own album (else 404, a shared one 403) the photo comes into that album, too; one that is deleted before the
 * last byte is passed over.
 */

export const getReceipts = endpoint({
  method: 'POST',
  service: 'uploads',
  path: '/receipts',
  policy: 'customer',
  summary: 'What became of the given uploads; unknown and foreign ids are left out',
  body: z.object({ uploadIds: z.array(z.string().min(1).max(64)).min(1).max(500) }),
  answer: z.object({ receipts: z.array(receipt) }),
  errors: ['bad-request'],
})

/** Which of these hashes the library holds already: such files need not be sent (OP-10). */
export const checkHashes = endpoint({
  method: 'POST',
  service: 'uploads',
  path: '/known',
  policy: 'customer',
  summary:
    'Known SHA-256 hashes: in the library, or in the bin (then the photo is restored at once when asked to); with albumId the known photos come into that album',
  body: z.object({
    albumId: z.uuid().optional(),
    files: z
      .array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), fileName: z.string().max(1000) }))
      .min(1)
      .max(500),
  }),
  answer: z.object({
    known: z.array(
      z.object({ sha256: z.string(), photoId: z.uuid(), state: z.enum(['already-there', 'restored']) }),
    ),
  }),
  errors: ['bad-request', 'forbidden', 'not-found'],
})
