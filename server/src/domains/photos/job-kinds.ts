import { defineJob } from '../../platform/jobs/jobs.ts'

export interface PhotoRef {
  accountId: string
  photoId: string
}

/**
 * Creates the variants of a JPEG or PNG. One photo per job: a second photo would wait for the first whatever its turn.
 */
export const ingestPhotoJob = defineJob<PhotoRef>('photos.ingest', { concurrency: 2, leaseSeconds: 600 })
/** Creates the variants of a HEIC; one at a time, because the decoder has one process. */
export const ingestHeicJob = defineJob<PhotoRef>('photos.ingest-heic', { leaseSeconds: 600 })
/** Removes blobs, then rows, of photos that are marked as erased. */
export const erasePhotosJob = defineJob<{ accountId: string; photoIds: string[] }>('photos.erase', {
  batch: 4,
  leaseSeconds: 600,
})
/** Clean-up: erases photos whose days in the bin are over, and retries work of crashed processes. */
export const cleanUpPhotosJob = defineJob<Record<string, never>>('photos.tidy', {
  schedule: '*/10 * * * *',
  leaseSeconds: 900,
})
/** Runs a library move to its end. */
export const moveLibraryJob = defineJob<{ accountId: string; moveId: string }>('photos.move-library', {
  concurrency: 2,
  leaseSeconds: 600,
})
/** Reads the facts of pictures that are not read by the rules of this version; pauses while any photo waits for its variants. */
export const backfillFactsJob = defineJob<Record<string, never>>('photos.backfill-facts', {
  schedule: '*/10 * * * *',
  leaseSeconds: 3600,
})

/** Removes blobs without a photo; continues the sweep that is running. */
export const removeOrphanBlobsJob = defineJob<Record<string, never>>('photos.sweep-blobs', {
  schedule: '17 3 * * *',
  leaseSeconds: 7200,
})
/** Event: a broken picture was removed from the library. The uploads domain notifies the sender. */
export const photoRefused = defineJob<PhotoRef & { uploadId: string; reason: 'broken' }>('photos.refused', {
  batch: 20,
})
