import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { text } from './input/text.ts'
import { uploadCompanion } from './upload-companion.ts'

/** Limits of one file. */
export const UPLOAD_MAX_BYTES = 200 * 1024 * 1024
export const UPLOAD_TYPES = ['image/heic', 'image/jpeg', 'image/png'] as const
export const UPLOADS_IN_PARALLEL = 3

/** Hours without a byte after which an unfinished upload expires. */
export const UNFINISHED_HOURS = 24

/** Reasons of refused files; the web has a message for each. */
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
 * Limit of the account that an upload would exceed: 507 'quota-exceeded' with it as `fields.reason`. Deleting
 * photos permanently, or finishing or ending uploads, frees space.
 */
export const uploadLimit = z.enum(['quota-exceeded', 'too-many-unfinished'])
export type UploadLimit = z.infer<typeof uploadLimit>

/**
 * Result of one upload. receiving: not all bytes have arrived. processing: the original is stored, its variants are
 * being made. added / already-there / restored: in the library as `photoId`. refused: for `reason`.
 */
export const receipt = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  state: z.enum(['receiving', 'processing', 'added', 'already-there', 'restored', 'refused']),
  reason: refusal.optional(),
  photoId: id.optional(),
})
export type Receipt = z.infer<typeof receipt>

/*
 * The upload service speaks tus 1.0 below '/files' of its base address: creation, creation-with-upload, termination,
 * checksum, expiration. Upload-Metadata: filename, filetype, optional albumId and sha256 (hex or base64), and for the
 * upload receipt batchId and fileId, which are UUIDs (upload-batches.ts). With an albumId of the caller's own album (else 404, a shared one
 * 403) the photo is added to that album, too, unless the album is deleted before the last byte arrives.
 * Optional facts about the file: companion (upload-companion.ts; 400 if it is not valid), folder, the name of the folder that contains it
 * (200 characters are stored), lastModified, the time of its last change in ms since 1970, and timeZone, the IANA time zone of the device,
 * which turns lastModified and instants in file names into local times. An invalid folder, lastModified or timeZone is ignored.
 */

export const storageUsage = z.object({
  /** Bytes of the originals in the library and in the bin. */
  storedBytes: z.int().min(0),
  /** Announced bytes of unfinished uploads, which count for the quota too. */
  unfinishedBytes: z.int().min(0),
  /** The quota of each account of the brand. */
  quotaBytes: z.int().min(1),
})
export type StorageUsage = z.infer<typeof storageUsage>

export const getStorageUsage = endpoint('GET', 'uploads', '/usage', {
  policy: 'customer',
  summary: 'Storage used by the account, and its quota',
  answer: storageUsage,
})

export const uploadIds = z.array(idInput).min(1).max(500)

export const getReceipts = endpoint('POST', 'uploads', '/receipts', {
  policy: 'customer',
  summary: 'Receipts of the given uploads; unknown and foreign ids are left out',
  body: z.object({ uploadIds }),
  answer: z.object({ receipts: z.array(receipt) }),
})

/** Which of these hashes the library has already, so that those files need not be sent. */
export const checkHashes = endpoint('POST', 'uploads', '/known', {
  policy: 'customer',
  summary:
    'Known SHA-256 hashes: in the library, or in the bin (then the photo is restored); with albumId the known photos are added to that album. The companion of a known photo counts as if it had come with it, but for its place, and its title only where the photo has none',
  body: z.object({
    albumId: idInput.optional(),
    files: z
      .array(
        z.object({
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
          fileName: text({ max: 1000 }),
          companion: uploadCompanion.optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  answer: z.object({
    known: z.array(
      z.object({ sha256: z.string(), photoId: id, state: z.enum(['already-there', 'restored']) }),
    ),
  }),
  errors: ['forbidden', 'not-found'],
})
