import { defineJob } from '../../platform/jobs/jobs.ts'

export interface PhotoRef {
  accountId: string
  photoId: string
}

/** Makes the sizes of a photo. */
export const ingestPhotoJob = defineJob<PhotoRef>('photos.ingest', {
  batch: 8,
  concurrency: 1,
  leaseSeconds: 600,
  retries: 3,
})
/** Removes bytes, then rows, of photos that were erased. */
export const erasePhotosJob = defineJob<{ accountId: string; photoIds: string[] }>('photos.erase', {
  batch: 4,
  leaseSeconds: 600,
  retries: 10,
})
/** Erases what has been in the bin for its time, and takes up work that a died process left. */
export const cleanUpPhotosJob = defineJob<Record<string, never>>('photos.tidy', {
  schedule: '*/10 * * * *',
  leaseSeconds: 900,
})
/** Goes on with the move of a whole library, to its end. */
export const moveLibraryJob = defineJob<{ accountId: string; moveId: string }>('photos.move-library', {
  concurrency: 2,
  leaseSeconds: 600,
  retries: 10,
})
/** Removes blobs that no row knows. */
export const removeOrphanBlobsJob = defineJob<Record<string, never>>('photos.sweep-blobs', {
  schedule: '17 3 * * *',
  leaseSeconds: 7200,
})
/** Event: no picture could be made of an upload, it left the library again. The uploads domain tells its sender. */
export const photoRefused = defineJob<PhotoRef & { uploadId: string; reason: 'broken' }>('photos.refused', {
  batch: 20,
})
