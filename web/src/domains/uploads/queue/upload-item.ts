import type { Refusal } from '#contract/uploads.ts'

/**
 * Where a file stands. queued → checking (is it in the library?) → waiting → sending → processing (the service has it)
 * → added, already-there, restored or refused. paused and failed go on from where they were. missing: from an earlier
 * visit, its bytes have to be chosen again. arriving: a phone is sending it.
 */
export type ItemState =
  | 'queued'
  | 'checking'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'arriving'
  | 'processing'
  | 'added'
  | 'already-there'
  | 'restored'
  | 'refused'
  | 'failed'
  | 'missing'

/** Why a file is refused, has failed or waits; each has a sentence in the catalogue. */
export type Reason =
  | Refusal
  | 'album-gone'
  | 'file-gone'
  | 'transfer-ended'
  | 'network'
  | 'server'
  | 'storage-full'

/** One file of the queue; never changed in place. */
export interface UploadItem {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** As the browser gives it, ms. */
  lastModified: number
  /** As the browser says; '' for many HEIC files. */
  type: string
  /** When it was put into the queue, ms. */
  since: number
  state: ItemState
  /** Bytes the service has, or is being given. */
  sent: number
  sha256?: string
  /** Its hash was compared with the library, or it has none to compare. */
  compared: boolean
  /** Its place at the upload service: a broken upload goes on there. */
  uploadUrl?: string
  photoId?: string
  /** The album it was added to. */
  albumId?: string
  reason?: Reason
  /** Uploaded, but not wanted: removed from the library on 'Upload'. */
  deselected: boolean
  /** Ended, or left behind, by an earlier visit: closing this modal does not take it back. */
  earlier: boolean
  /** A phone sends it: this page learns of it from the service. */
  phone?: true
}

/** Something still happens to it without the customer. */
export const isActive = ({ state }: UploadItem) =>
  state === 'queued' ||
  state === 'checking' ||
  state === 'waiting' ||
  state === 'sending' ||
  state === 'arriving' ||
  state === 'processing'

/** It is in the library. */
export const isReady = ({ state }: UploadItem) =>
  state === 'added' || state === 'already-there' || state === 'restored'

/** Its bytes are at the service, by this queue: it can be deselected. */
export const isUploaded = ({ state }: UploadItem) => state === 'added' || state === 'processing'

/** It can be paused: not all of it is at the service. */
export const isPausable = (item: UploadItem) =>
  isActive(item) && item.state !== 'processing' && item.state !== 'arriving'

/** The id the service knows an upload by. */
export function uploadIdOf({ uploadUrl }: UploadItem): string | undefined {
  return uploadUrl?.split('/').at(-1)
}
