import type { LibraryPush } from '#contract/push.ts'
import type { Receipt } from '#contract/uploads.ts'
import type { KeptFiles } from '../queue/kept-files.ts'
import type { Known } from '../queue/queue.ts'
import type { QueueStorage } from '../queue/storage.ts'
import type { Problem } from './problem.ts'

/** A file on its way. */
export interface Sending {
  /** Stops at once; what the service has stays there. */
  abort: () => void
}

export interface SendHandlers {
  /** Its place at the service is known, maybe another one than before. */
  located: (uploadUrl: string) => void
  progress: (sent: number) => void
  /** The service has all of it. */
  done: () => void
  failed: (problem: Problem) => void
}

export interface FileToSend {
  file: File
  sha256?: string
  /** The photo goes into that album, too. */
  albumId?: string
  /** Goes on there, at the offset the service tells. */
  uploadUrl?: string
}

/** Everything outside the queue; tests bring their own. */
export interface UploadWorld {
  /** undefined: the queue lives as long as the page. */
  storage: () => Promise<QueueStorage | undefined>
  /** undefined: files are not kept, at most their handles. */
  keptFiles: () => Promise<KeptFiles | undefined>
  /** SHA-256 in hex. Rejects with the browser's error if the file cannot be read. */
  hash: (file: File) => Promise<string>
  known: (files: { sha256: string; fileName: string }[]) => Promise<Map<string, Known>>
  receipts: (uploadIds: string[]) => Promise<Receipt[]>
  /** Moves photos to the bin; rejects with BulkFailure naming those that are not. */
  remove: (photoIds: string[]) => Promise<void>
  /** Puts photos into an album, each once. One that is gone by then is passed over, as the upload service does. */
  addToAlbum: (albumId: string, photoIds: string[]) => Promise<void>
  send: (file: FileToSend, handlers: SendHandlers) => Sending
  /** Where an upload is at the service. */
  placeOf: (uploadId: string) => string
  /** Forgets an unfinished upload at the service. */
  terminate: (uploadUrl: string) => Promise<void>
  listen: (handler: (message: LibraryPush) => void) => { close: () => void }
  online: () => boolean
  /** Calls back when the device is online again; answers how to stop that. */
  onOnline: (back: () => void) => () => void
  now: () => number
  newId: () => string
  later: (work: () => void, milliseconds: number) => () => void
  report: (error: unknown) => void
}
