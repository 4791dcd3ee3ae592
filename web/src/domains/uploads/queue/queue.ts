import type { SessionFile } from '#contract/upload-sessions.ts'
import type { Receipt } from '#contract/uploads.ts'
import { isActive, isPausable, isReady, type Reason, type UploadItem, uploadIdOf } from './item.ts'

export type Queue = readonly UploadItem[]

/** What the library says about a hash. */
export interface Known {
  photoId: string
  state: 'already-there' | 'restored'
}

export type QueueEvent =
  | { type: 'added'; items: Queue }
  | { type: 'checking'; id: string }
  | { type: 'hashed'; id: string; sha256: string }
  /** `found` by hash; asked files that are not in it have to be sent. */
  | { type: 'compared'; ids: readonly string[]; found: ReadonlyMap<string, Known> }
  | { type: 'sending'; id: string }
  | { type: 'located'; id: string; uploadUrl: string }
  | { type: 'progress'; id: string; sent: number }
  | { type: 'sent'; id: string }
  | { type: 'receipts'; receipts: readonly Receipt[] }
  /** All files a phone has sent so far; what is not among them any more was taken back there. */
  | { type: 'from-phone'; items: Queue }
  | { type: 'refused' | 'failed'; id: string; reason: Reason }
  /** The connection broke: it waits to go on. */
  | { type: 'broken'; id: string }
  | { type: 'paused' | 'resumed' | 'retried' | 'removed'; ids: readonly string[] }
  | { type: 'selected'; id: string; on: boolean }
  /** The file of an earlier visit is here again. */
  | { type: 'found'; id: string }

/** The queue after an event. An event that does not fit a file's state (it came too late) changes nothing. */
export function reduce(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added':
      return [...queue, ...event.items]
    case 'removed':
      return queue.filter(({ id }) => !event.ids.includes(id))
    case 'from-phone':
      return takeFromPhone(queue, event.items)
    case 'compared':
      return compare(queue, event.ids, event.found)
    case 'receipts':
      return take(queue, event.receipts)
    case 'paused':
    case 'resumed':
    case 'retried': {
      const ids = new Set(event.ids)
      return queue.map(item => (ids.has(item.id) ? step(item, event) : item))
    }
    default: {
      const at = queue.findIndex(({ id }) => id === event.id)
      const item = queue[at]
      if (!item) return queue
      const next = step(item, event)
      return next === item ? queue : queue.with(at, next)
    }
  }
}

/** What happens to one file. */
function step(item: UploadItem, event: QueueEvent): UploadItem {
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
      return state === 'paused' ? goOn(item) : item
    case 'retried':
      return state === 'failed' ? goOn(item) : item
    case 'found':
      return state === 'missing' ? { ...goOn(item), earlier: false } : item
    case 'selected':
      return { ...item, deselected: !event.on }
    default:
      return item
  }
}

/** The file itself may be good: sent anew from its first byte it may pass. */
const PASSING: ReadonlySet<Reason> = new Set(['checksum-mismatch', 'expired'])

const goOn = (item: UploadItem): UploadItem => ({
  ...item,
  state: item.compared ? 'waiting' : 'queued',
  reason: undefined,
})

function refuse(item: UploadItem, reason: Reason): UploadItem {
  // What a phone sends can only be tried again there.
  if (item.phone) return { ...item, state: 'refused', reason: phoneReason(reason) }
  if (!PASSING.has(reason)) return { ...item, state: 'refused', reason }
  const { sha256: _, uploadUrl: __, ...rest } = item
  return { ...rest, state: 'failed', reason, sent: 0, compared: false }
}

function compare(queue: Queue, ids: readonly string[], found: ReadonlyMap<string, Known>): Queue {
  const asked = new Set(ids)
  const restored = new Set<string>()
  return queue.map(item => {
    if (!asked.has(item.id) || item.state !== 'checking') return item
    const known = item.sha256 === undefined ? undefined : found.get(item.sha256)
    if (!known) return { ...item, compared: true, state: 'waiting' }
    // Only one of several equal files can have brought the photo back.
    const state = restored.has(known.photoId) ? 'already-there' : known.state
    restored.add(known.photoId)
    return { ...item, compared: true, state, photoId: known.photoId, sent: item.size }
  })
}

/** The file of a phone as a row of the queue, with the album its transfer is for. */
export function phoneItem(file: SessionFile, uploadUrl: string, since: number, albumId?: string): UploadItem {
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
    ...(albumId ? { albumId } : {}),
    ...(reason ? { reason: phoneReason(reason) } : {}),
    ...(photoId ? { photoId } : {}),
  }
}

/** A phone's file expires with its transfer, however long it took itself. */
const phoneReason = (reason: Reason): Reason => (reason === 'expired' ? 'transfer-ended' : reason)

function takeFromPhone(queue: Queue, items: Queue): Queue {
  const now = new Map(items.map(item => [item.id, item]))
  let changed = false
  const kept = queue.flatMap(item => {
    const news = now.get(item.id)
    if (news) now.delete(item.id)
    if (!item.phone || news?.state === item.state) return [item]
    // An answer that was overtaken by a receipt knows less than we do.
    if (news && !isActive(item)) return [item]
    changed = true
    return news
      ? [{ ...item, state: news.state, reason: news.reason, photoId: news.photoId, sent: news.sent }]
      : []
  })
  return changed || now.size > 0 ? [...kept, ...now.values()] : queue
}

function take(queue: Queue, receipts: readonly Receipt[]): Queue {
  const byUpload = new Map(receipts.map(receipt => [receipt.uploadId, receipt]))
  const settled = new Map<string, string>()
  const next = queue.map(item => {
    const waits = item.state === 'processing' || item.state === 'arriving'
    const receipt = waits ? byUpload.get(uploadIdOf(item) ?? '') : undefined
    if (!receipt || receipt.state === 'receiving') return item
    if (receipt.state === 'refused') return refuse(item, receipt.reason ?? 'broken')
    const after: UploadItem = { ...item, state: receipt.state, photoId: receipt.photoId }
    if (isReady(after) && after.sha256 && after.photoId) settled.set(after.sha256, after.photoId)
    return after
  })
  if (settled.size === 0) return next
  // Equal files that waited for this one need not be sent any more.
  return next.map(item => {
    const photoId = item.state === 'waiting' ? settled.get(item.sha256 ?? '') : undefined
    return photoId ? { ...item, state: 'already-there', photoId, sent: item.size } : item
  })
}
