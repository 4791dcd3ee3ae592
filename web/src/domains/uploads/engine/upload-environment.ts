import type { z } from 'zod'
import type { LibraryPush } from '#contract/push.ts'
import type { recordBatchFiles } from '#contract/upload-batches.ts'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import type { Receipt } from '#contract/uploads.ts'
import type { NamedFile } from '../companions/companion-facts.ts'
import type { NamedBlob, ReadCompanions } from '../companions/read-companions.ts'
import type { ExistingPhoto } from '../queue/queue.ts'
import type { FileCache } from '../storage/file-cache.ts'
import type { QueueStorage } from '../storage/queue-storage.ts'
import type { UploadError } from '../tus/upload-error.ts'

/** An upload in progress. */
export interface RunningUpload {
  /** Stops sending; the service keeps the bytes received so far. */
  abort: () => void
}

export interface UploadHandlers {
  /** The URL of the upload at the service is known; it may differ from the one to resume. */
  onUploadUrl: (uploadUrl: string) => void
  onProgress: (sent: number) => void
  /** The service has received all bytes. */
  onDone: () => void
  onError: (error: UploadError) => void
}

export interface FileToUpload {
  file: File
  sha256?: string
  /** The album the photo is added to. */
  albumId?: string
  /** What its companions say. */
  companion?: UploadCompanion
  /** Name of the folder it is in on this device. */
  folder?: string
  /** The batch and the file, for the upload receipt. */
  batch?: { batchId: string; fileId: string }
  /** What the file is for instead of the library, as further metadata. */
  purpose?: { purpose: 'complaint'; complaintId: string }
  /** An upload to resume, at the offset that the service answers. */
  uploadUrl?: string
}

/** A file of a batch with its state on this page. */
export type RecordedFile = z.input<typeof recordBatchFiles.body>['files'][number]

/** The dependencies of the queue: browser and services; tests pass fakes. */
export interface UploadEnvironment {
  /** undefined: the queue is not stored. */
  storage: () => Promise<QueueStorage | undefined>
  /** undefined: files are not cached, only their handles stored. */
  fileCache: () => Promise<FileCache | undefined>
  /** SHA-256 in hex. Rejects with the browser's error if the file cannot be read. */
  hash: (file: File) => Promise<string>
  /** Whether the customer turned places on. */
  arePlacesOn: () => Promise<boolean>
  /** Reads companions and finds the photo of each; their positions are kept only with `withPlaces`. */
  readCompanions: (
    photos: readonly NamedFile[],
    companions: readonly NamedBlob[],
    options: { withPlaces: boolean },
  ) => Promise<ReadCompanions>
  /** Finds the photos of these hashes, which get what their companion says and they lack. */
  findDuplicates: (
    files: { sha256: string; fileName: string; companion?: UploadCompanion }[],
  ) => Promise<Map<string, ExistingPhoto>>
  /** Records files of a batch for its receipt. */
  recordFiles: (batchId: string, files: readonly RecordedFile[]) => Promise<void>
  fetchReceipts: (uploadIds: string[]) => Promise<Receipt[]>
  /** Moves photos to the bin; rejects with BulkFailure naming the failed ones. */
  deletePhotos: (photoIds: string[]) => Promise<void>
  /** The owner keeps the photos of an upload session: the phone says so. */
  confirmSession: (sessionId: string) => Promise<void>
  /** Returns the id of the customer's album of this name that is not shared; creates it, with `newId`, if there is none. */
  ensureAlbum: (name: string, newId: string) => Promise<string>
  /** Adds photos to an album. Skips an album that no longer exists, as the upload service does. */
  addToAlbum: (albumId: string, photoIds: string[]) => Promise<void>
  send: (file: FileToUpload, handlers: UploadHandlers) => RunningUpload
  /** The URL of an upload at the service. */
  getUploadUrl: (uploadId: string) => string
  /** Deletes an unfinished upload at the service. */
  terminate: (uploadUrl: string) => Promise<void>
  onPush: (handler: (message: LibraryPush) => void) => { close: () => void }
  isOnline: () => boolean
  /** Online again, or signed in again; returns a function that removes the listener. */
  onOnline: (handler: () => void) => () => void
  now: () => number
  newId: () => string
  schedule: (work: () => void, milliseconds: number) => () => void
  report: (error: unknown) => void
}
