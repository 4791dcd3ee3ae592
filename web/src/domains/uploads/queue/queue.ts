import type { SessionFile } from '#contract/upload-sessions.ts'
import type { Receipt } from '#contract/uploads.ts'
import {
  getUploadId,
  isActive,
  isNoPhoto,
  isPausable,
  isReady,
  type Reason,
  type UploadItem,
} from './upload-item.ts'

export type Queue = readonly UploadItem[]

/** A photo in the library with the same hash as a file. */
export interface ExistingPhoto {
  photoId: string
  state: 'already-there' | 'restored'
}

export type QueueEvent =
  | { type: 'added'; items: Queue }
  /** Items in the place of one that could not be read before. */
  | { type: 'replaced'; id: string; items: Queue }
  | { type: 'checking'; id: string }
  | { type: 'hashed'; id: string; sha256: string }
  /** `existingPhotos` by hash; files without an entry have to be sent. */
  | { type: 'compared'; ids: readonly string[]; existingPhotos: ReadonlyMap<string, ExistingPhoto> }
  | { type: 'sending'; id: string }
  | { type: 'located'; id: string; uploadUrl: string }
  | { type: 'progress'; id: string; sent: number }
  | { type: 'sent'; id: string }
  | { type: 'receipts'; receipts: readonly Receipt[] }
  /** All files of an upload session; one that is no longer among them was removed on the phone. */
  | { type: 'from-phone'; items: Queue }
  | { type: 'refused' | 'failed'; id: string; reason: Reason }
  /** The connection was lost: the file is retried. */
  | { type: 'broken'; id: string }
  | {
      type: 'paused' | 'resumed' | 'retried' | 'file-missing' | 'removed' | 'confirmed' | 'in-album'
      ids: readonly string[]
    }
  | { type: 'selected'; id: string; on: boolean }
  /** What companions say that were chosen later. */
  | { type: 'described'; id: string; said: Pick<UploadItem, 'facts' | 'albums' | 'service'> }
  /** It belongs to a photo that was chosen later. */
  | { type: 'used'; id: string }
  /** A refused file is added all the same. */
  | { type: 'accepted'; id: string }
  | { type: 'album-chosen'; ids: readonly string[]; albumId: string }
  /** The file of an earlier visit can be read again. */
  | { type: 'found'; id: string }

/** Returns the queue after an event. A late event, which does not fit an item's state, changes nothing. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added':
      return [...queue, ...event.items]
    case 'replaced':
      return queue.flatMap(item => (item.id === event.id ? event.items : [item]))
    case 'removed':
      return queue.filter(({ id }) => !event.ids.includes(id))
    case 'from-phone':
      return applyPhoneFiles(queue, event.items)
    case 'compared':
      return applyDuplicateCheck(queue, event.ids, event.existingPhotos)
    case 'receipts':
      return applyReceipts(queue, event.receipts)
    case 'paused':
    case 'resumed':
    case 'retried':
    case 'file-missing':
    case 'confirmed':
    case 'in-album':
    case 'album-chosen': {
      const ids = new Set(event.ids)
      return queue.map(item => (ids.has(item.id) ? reduceItem(item, event) : item))
    }
    default: {
      const index = queue.findIndex(({ id }) => id === event.id)
      const item = queue[index]
      if (!item) return queue
      const nextItem = reduceItem(item, event)
      return nextItem === item ? queue : queue.with(index, nextItem)
    }
  }
}

/** Returns one file after an event. */
function reduceItem(item: UploadItem, event: QueueEvent): UploadItem {
  const { state } = item
  switch (event.type) {
    case 'checking':
      return state === 'queued' ? { ...item, state: 'checking' } : item
    case 'hashed':
      return { ...item, sha256: event.sha256 }
    case 'sending':
      return state === 'waiting' ? { ...item, state: 'sending', reason: undefined } : item
    case 'located':
      return { ...item, uploadUrl: event.uploadUrl }
    case 'progress':
      return state === 'sending' ? { ...item, sent: event.sent } : item
    case 'sent':
      return state === 'sending' ? { ...item, state: 'processing', sent: item.size } : item
    case 'broken':
      return state === 'sending' ? { ...item, state: 'waiting', reason: 'network' } : item
    case 'refused':
      return refuse(item, event.reason)
    case 'failed':
      return { ...item, state: 'failed', reason: event.reason }
    case 'paused':
      return isPausable(item) ? { ...item, state: 'paused', reason: undefined } : item
    case 'resumed':
      return state === 'paused' ? requeue(item) : item
    case 'retried':
      return state === 'failed' ? requeue(item) : item
    case 'file-missing':
      return state === 'failed' ? { ...item, state: 'missing', earlier: true, reason: undefined } : item
    case 'confirmed':
      return { ...item, confirmed: true }
    case 'in-album':
      return { ...item, inAlbum: true }
    case 'album-chosen':
      if (item.albumId !== undefined) {
        const moreAlbumIds = new Set([...(item.moreAlbumIds ?? []), event.albumId])
        moreAlbumIds.delete(item.albumId)
        return { ...item, moreAlbumIds: [...moreAlbumIds] }
      }
      return { ...item, albumId: event.albumId, ...(isKnownToService(item) && { isAlbumLate: true }) }
    case 'described': {
      const isTold = isKnownToService(item) || isReady(item) || state === 'checking'
      const areFactsLate = event.said.facts !== item.facts && isTold
      const isPlaceLate = areFactsLate && isKnownToService(item) && !item.facts?.place
      return {
        ...item,
        ...event.said,
        ...(areFactsLate && { areFactsLate }),
        ...(isPlaceLate && { isPlaceLate }),
      }
    }
    case 'used':
      return isNoPhoto(item) ? { ...item, state: 'companion', isUsed: true, unusedReason: undefined } : item
    case 'accepted':
      return state === 'refused' && item.reason === 'in-google-bin' ? requeue(item) : item
    case 'found':
      return state === 'missing' ? { ...requeue(item), earlier: false } : item
    case 'selected':
      return { ...item, deselected: !event.on }
    default:
      return item
  }
}

/** Whether its upload was created, with what was known of it then. */
const isKnownToService = ({ uploadUrl, state }: UploadItem) => uploadUrl !== undefined || state === 'sending'

/** Reasons independent of the file's content: it may be accepted when sent again from its first byte. */
const RETRYABLE_REASONS: ReadonlySet<Reason> = new Set(['checksum-mismatch', 'expired'])

const requeue = (item: UploadItem): UploadItem => ({
  ...item,
  state: item.compared ? 'waiting' : 'queued',
  reason: undefined,
})

function refuse(item: UploadItem, reason: Reason): UploadItem {
  // Only the phone can send its file again.
  if (item.phone) return { ...item, state: 'refused', reason: toPhoneReason(reason) }
  if (!RETRYABLE_REASONS.has(reason)) return { ...item, state: 'refused', reason }
  const { sha256: _, uploadUrl: __, ...rest } = item
  return { ...rest, state: 'failed', reason, sent: 0, compared: false }
}

function applyDuplicateCheck(
  queue: Queue,
  ids: readonly string[],
  existingPhotos: ReadonlyMap<string, ExistingPhoto>,
): Queue {
  const checkedIds = new Set(ids)
  const restoredPhotoIds = new Set<string>()
  return queue.map(item => {
    if (!checkedIds.has(item.id)) return item
    if (item.areFactsLate && isReady(item)) return { ...item, areFactsLate: undefined }
    if (item.state !== 'checking') return item
    const existingPhoto = item.sha256 === undefined ? undefined : existingPhotos.get(item.sha256)
    // It is sent with what is known of it by now.
    if (!existingPhoto) return { ...item, compared: true, state: 'waiting', areFactsLate: undefined }
    // Only the first of several equal files restored the photo.
    const state = restoredPhotoIds.has(existingPhoto.photoId) ? 'already-there' : existingPhoto.state
    restoredPhotoIds.add(existingPhoto.photoId)
    return { ...item, compared: true, state, photoId: existingPhoto.photoId, sent: item.size }
  })
}

/** Returns a queue item for a file of an upload session, with the album of the session. */
export function toPhoneItem(
  file: SessionFile,
  { uploadUrl, since, batchId, albumId }: PhoneUpload,
): UploadItem {
  const { uploadId, fileName, size, state, reason, photoId } = file
  return {
    id: uploadId,
    name: fileName,
    size,
    lastModified: 0,
    type: '',
    since,
    state: state === 'receiving' ? 'arriving' : state,
    sent: state === 'receiving' ? 0 : size,
    compared: true,
    uploadUrl,
    deselected: false,
    earlier: false,
    phone: true,
    batchId,
    ...(albumId ? { albumId } : {}),
    ...(reason ? { reason: toPhoneReason(reason) } : {}),
    ...(photoId ? { photoId } : {}),
  }
}

type PhoneUpload = Required<Pick<UploadItem, 'uploadUrl' | 'since' | 'batchId'>> & Pick<UploadItem, 'albumId'>

/** A phone's file expires with its upload session: the text must name that. */
const toPhoneReason = (reason: Reason): Reason => (reason === 'expired' ? 'transfer-ended' : reason)

function applyPhoneFiles(queue: Queue, items: Queue): Queue {
  const incomingById = new Map(items.map(item => [item.id, item]))
  let isChanged = false
  const remainingItems = queue.flatMap(item => {
    const update = incomingById.get(item.id)
    if (update) incomingById.delete(item.id)
    if (!item.phone || update?.state === item.state) return [item]
    // A late poll must not overwrite the result of a receipt.
    if (update && !isActive(item)) return [item]
    isChanged = true
    return update
      ? [{ ...item, state: update.state, reason: update.reason, photoId: update.photoId, sent: update.sent }]
      : []
  })
  return isChanged || incomingById.size > 0 ? [...remainingItems, ...incomingById.values()] : queue
}

function applyReceipts(queue: Queue, receipts: readonly Receipt[]): Queue {
  const receiptByUpload = new Map(receipts.map(receipt => [receipt.uploadId, receipt]))
  const photoIdByHash = new Map<string, string>()
  const nextQueue = queue.map(item => {
    const expectsReceipt = item.state === 'processing' || item.state === 'arriving'
    const receipt = expectsReceipt ? receiptByUpload.get(getUploadId(item) ?? '') : undefined
    if (!receipt || receipt.state === 'receiving') return item
    if (receipt.state === 'refused') return refuse(item, receipt.reason ?? 'broken')
    const updatedItem: UploadItem = { ...item, state: receipt.state, photoId: receipt.photoId }
    if (isReady(updatedItem) && updatedItem.sha256 && updatedItem.photoId)
      photoIdByHash.set(updatedItem.sha256, updatedItem.photoId)
    return updatedItem
  })
  if (photoIdByHash.size === 0) return nextQueue
  // Files equal to a completed one need not be sent.
  return nextQueue.map(item => {
    const photoId = item.state === 'waiting' ? photoIdByHash.get(item.sha256 ?? '') : undefined
    if (!photoId) return item
    const said = item.facts && { areFactsLate: true as const }
    return { ...item, state: 'already-there', photoId, sent: item.size, ...said }
  })
}
