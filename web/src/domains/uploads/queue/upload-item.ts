import type { UploadCompanion } from '#contract/upload-companion.ts'
import { type Refusal, refusal, type UploadLimit, uploadLimit } from '#contract/uploads.ts'
import type { Service } from '../companions/export-paths.ts'
import type { UnusedReason } from '../companions/match-companions.ts'

/**
 * State of a file. queued → checking (for duplicates) → waiting → sending → processing (by the service) → added,
 * already-there, restored or refused. paused and failed can be resumed or retried. missing: from an earlier visit, the
 * file has to be chosen again. arriving: a phone is sending it. companion: it belongs to other files and is not sent.
 * left-out: it is no picture, and not sent.
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
  | 'companion'
  | 'left-out'

/** Why a file is refused, has failed or is waiting; each has a text in the catalogue. */
export type Reason = Refusal | UploadLimit | (typeof PAGE_REASONS)[number]

/** The reasons that the service does not name. */
const PAGE_REASONS = [
  'album-gone',
  'closed',
  'file-gone',
  'unreadable',
  'folder-unreadable',
  'in-google-bin',
  'archive',
  'transfer-ended',
  'network',
  'server',
  'storage-full',
] as const

/** Whether a reason that was stored has a text in this version of the page. */
export const isReason = (reason: string): reason is Reason =>
  isRefusal(reason) ||
  uploadLimit.safeParse(reason).success ||
  PAGE_REASONS.some(pageReason => pageReason === reason)

/** Whether it is a reason for which the service refuses a file. */
export const isRefusal = (reason: string): reason is Refusal => refusal.safeParse(reason).success

/** One file of the queue; never changed in place. */
export interface UploadItem {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Modification time as the browser gives it, ms. */
  lastModified: number
  /** Media type as the browser gives it; '' for many HEIC files. */
  type: string
  /** When the item was added to the queue, ms. */
  since: number
  state: ItemState
  /** Bytes sent to the service. */
  sent: number
  sha256?: string
  /** The duplicate check is done, or impossible without a hash. */
  compared: boolean
  /** URL at the upload service, to resume the upload. */
  uploadUrl?: string
  photoId?: string
  /** The album the photo is added to. */
  albumId?: string
  reason?: Reason
  /** The customer deselected it: deleted from the library on 'Upload'. */
  deselected: boolean
  /** Restored from before a reload, and not chosen again since. */
  earlier: boolean
  /** 'Upload' was pressed: it is sent without the modal, and shown in the tray. */
  confirmed?: true
  /** The photo, which was in the library, is in its album too. */
  inAlbum?: true
  /** The upload batch it was added with. */
  batchId?: string
  /** The browser could not read it yet, so that only its name is known; of a folder, which files it has neither. */
  unread?: 'file' | 'folder'
  /** Path of the folders it was chosen with. */
  folder?: string
  /** The service of whose export it is. */
  service?: Service
  /** Names of its albums at the service. */
  albums?: readonly string[]
  /** What its companions say. */
  facts?: UploadCompanion
  /** The service has not got its facts with its hash or its bytes: they are told apart. */
  areFactsLate?: true
  /** The place in its facts is not sent: its companion was read after the service knew its upload. */
  isPlaceLate?: true
  /** Of a companion: it belongs to a photo, or describes a folder. */
  isUsed?: boolean
  /** Of a companion that is not used. */
  unusedReason?: UnusedReason
  /** Its album was chosen after the service knew its upload, and does not add it. */
  isAlbumLate?: true
  /** Further albums that it is added to once it is in the library. */
  moreAlbumIds?: readonly string[]
  /** Sent by a phone: its state comes from the service. */
  phone?: true
}

/** Whether it is a file that is not to become a photo. */
export const isNoPhoto = ({ state }: UploadItem) => state === 'companion' || state === 'left-out'

/** Whether it could not be added. */
export const hasProblem = ({ state }: UploadItem) => state === 'refused' || state === 'failed'

/** Whether it failed because the browser cannot read it. */
export const isUnreadable = ({ state, reason }: UploadItem) =>
  state === 'failed' && (reason === 'unreadable' || reason === 'folder-unreadable')

/** Whether it is a folder of an earlier visit that could not be listed: only choosing it again helps. */
export const isLostFolder = ({ unread, earlier }: UploadItem) => unread === 'folder' && earlier

/** Whether it is processed without an action of the customer. */
export const isActive = ({ state }: UploadItem) =>
  state === 'queued' ||
  state === 'checking' ||
  state === 'waiting' ||
  state === 'sending' ||
  state === 'arriving' ||
  state === 'processing'

/** Whether it is in the library. */
export const isReady = ({ state }: UploadItem) =>
  state === 'added' || state === 'already-there' || state === 'restored'

/** Whether the service has its bytes, or needs none. */
export const isReceived = (item: UploadItem) => isReady(item) || item.state === 'processing'

/** Whether it is still to be sent: active without being received, paused, or missing. */
export const isUnsent = (item: UploadItem) =>
  !isReceived(item) && (isActive(item) || item.state === 'paused' || item.state === 'missing')

/**
 * Whether it still has to be added to its album: it was in the library, or its album was chosen late. The service does it for
 * other files that are sent.
 */
export const isAlbumPending = (item: UploadItem) =>
  item.confirmed &&
  item.albumId !== undefined &&
  !item.inAlbum &&
  (item.state === 'already-there' ||
    item.state === 'restored' ||
    ((item.isAlbumLate || item.moreAlbumIds) && (item.state === 'processing' || item.state === 'added')))

/** Whether the customer's answer changes something: it is uploaded, or begun, by this queue. */
export const isUndecided = ({ state }: UploadItem) => !STATES_WITHOUT_CHANGES.has(state)

const STATES_WITHOUT_CHANGES: ReadonlySet<ItemState> = new Set([
  'refused',
  'failed',
  'already-there',
  'restored',
  'companion',
  'left-out',
])

/** Whether this queue has sent its bytes: it can be deselected. */
export const isUploaded = ({ state }: UploadItem) => state === 'added' || state === 'processing'

/** Whether it can be paused: the service does not have all its bytes. */
export const isPausable = (item: UploadItem) =>
  isActive(item) && item.state !== 'processing' && item.state !== 'arriving'

/** Returns the id of the upload at the service, the last segment of its URL. */
export function getUploadId({ uploadUrl }: UploadItem): string | undefined {
  return uploadUrl?.split('/').at(-1)
}

/** Whether photos are uploaded, or begun, and neither confirmed nor discarded. */
export function hasUnsavedChanges({ queue }: { queue: readonly UploadItem[] }): boolean {
  return queue.some(isUndecided)
}
