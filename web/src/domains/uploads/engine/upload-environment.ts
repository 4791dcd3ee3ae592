import type { LibraryPush } from '#contract/push.ts'
import type { Receipt } from '#contract/uploads.ts'
import type { ExistingPhoto } from '../queue/queue.ts'
import type { FileCache } from '../storage/file-cache.ts'
import type { QueueStorage } from '../storage/queue-storage.ts'
import type { UploadError } from '../tus/upload-error.ts'

/** The upload of one file. */
export interface RunningUpload {
  /** Stops at once; the service keeps the bytes it has. */
  abort: () => void
}

export interface UploadHandlers {
  /** The upload's URL at the service is known; it may differ from the one before. */
  located: (uploadUrl: string) => void
  progress: (sent: number) => void
  /** The service has all of it. */
  done: () => void
  failed: (error: UploadError) => void
}

export interface FileToUpload {
  file: File
  sha256?: string
  /** The album the photo is added to. */
  albumId?: string
  /** Resumes this upload at the offset the service answers. */
  uploadUrl?: string
}

/** Everything outside the queue; a test passes its own. */
export interface UploadEnvironment {
  /** undefined: the queue lives as long as the page. */
  storage: () => Promise<QueueStorage | undefined>
  /** undefined: files are not cached, only their handles stored. */
  fileCache: () => Promise<FileCache | undefined>
  /** SHA-256 in hex. Rejects with the browser's error if the file cannot be read. */
  hash: (file: File) => Promise<string>
  findDuplicates: (files: { sha256: string; fileName: string }[]) => Promise<Map<string, ExistingPhoto>>
  fetchReceipts: (uploadIds: string[]) => Promise<Receipt[]>
  /** Moves photos to the bin; rejects with BulkFailure naming those that could not be. */
  deletePhotos: (photoIds: string[]) => Promise<void>
  /** Adds photos to an album. An album that was deleted meanwhile is skipped, as by the upload service. */
  addToAlbum: (albumId: string, photoIds: string[]) => Promise<void>
  send: (file: FileToUpload, handlers: UploadHandlers) => RunningUpload
  /** The URL of an upload at the service. */
  uploadUrlOf: (uploadId: string) => string
  /** Deletes an unfinished upload at the service. */
  terminate: (uploadUrl: string) => Promise<void>
  onPush: (handler: (message: LibraryPush) => void) => { close: () => void }
  online: () => boolean
  /** Answers how to stop listening. */
  onOnline: (handler: () => void) => () => void
  now: () => number
  newId: () => string
  schedule: (work: () => void, milliseconds: number) => () => void
  report: (error: unknown) => void
}
