import type { Texts } from '#web/platform/i18n/texts.ts'
import { recognizeNoPicture } from '../engine/file-restrictions.ts'
import type { Queue } from './queue.ts'
import {
  hasProblem,
  isActive,
  isNoPhoto,
  isReady,
  isReceived,
  isUnreadable,
  isUnsent,
  isUploaded,
  type UploadItem,
} from './upload-item.ts'

export type Counts = typeof NO_COUNTS

/** Counts the items by state, for the footer, the groups of the list and announcements. */
export function countItems(queue: Queue): Counts {
  const counts: Counts = { ...NO_COUNTS, total: queue.length }
  for (const item of queue) {
    if (isNoPhoto(item)) {
      if (item.state === 'companion') counts.companions++
      else if (recognizeNoPicture(item) === 'video') counts.videos++
      else counts.documents++
      continue
    }
    counts.photos++
    if (isActive(item)) counts.active++
    if (isReady(item)) counts.ready++
    if (isReceived(item)) counts.received++
    if (isUnsent(item)) counts.unsent++
    if (isActive(item) || isReady(item) || item.state === 'paused') {
      counts.selectable++
      if (!item.deselected) counts.selected++
    }
    if (hasProblem(item)) counts.problems++
    if (item.state === 'restored') counts.restored++
    if (isUnreadable(item)) counts.unreadable++
    else if (item.state === 'already-there' || item.state === 'restored') counts.known++
    else if (item.state in counts)
      counts[item.state as 'added' | 'refused' | 'failed' | 'missing' | 'paused']++
    if (item.state === 'refused' || item.state === 'missing') continue
    counts.bytes += item.size
    counts.sent += item.sent
  }
  return counts
}

const NO_COUNTS = {
  /** All files that were chosen, companions included. */
  total: 0,
  /** Without companions, videos and documents. */
  photos: 0,
  companions: 0,
  videos: 0,
  documents: 0,
  /** In the library: added, already there or restored. */
  ready: 0,
  added: 0,
  /** Already in the library, or restored from 'Recently deleted'. */
  known: 0,
  restored: 0,
  refused: 0,
  /** Without the files that cannot be read, which `unreadable` counts. */
  failed: 0,
  unreadable: 0,
  /** Refused, failed or unreadable. */
  problems: 0,
  missing: 0,
  paused: 0,
  /** Processed without an action of the customer. */
  active: 0,
  /** The service has their bytes, or needs none. */
  received: 0,
  /** Still to be sent: active without received ones, paused, or missing. */
  unsent: 0,
  /** Ready, active or paused. */
  selectable: 0,
  /** Included by 'Upload': selectable and not deselected. */
  selected: 0,
  bytes: 0,
  sent: 0,
}

/** In the order of the final list; `rest` is paused or missing. */
const GROUPS = ['rest', 'failed', 'unreadable', 'refused', 'added', 'already-there'] as const

type Group = (typeof GROUPS)[number]

export type GroupName = Exclude<Group, 'rest'>

/** Returns the groups of the final list without empty ones and files that are no photos. */
export function groupItems(queue: Queue): { name: Group; items: UploadItem[] }[] {
  const photos = queue.filter(item => !isNoPhoto(item))
  const itemsByGroup = Map.groupBy(photos, getGroup)
  return GROUPS.map(name => ({ name, items: itemsByGroup.get(name) ?? [] })).filter(
    ({ items }) => items.length > 0,
  )
}

function getGroup(item: UploadItem): Group {
  if (isUnreadable(item)) return 'unreadable'
  const state = item.state === 'restored' ? 'already-there' : item.state
  return GROUPS.find(name => name === state) ?? 'rest'
}

/** Returns the ids of ready, selected photos by the album they are added to. */
export function groupPhotosByAlbum(queue: Queue): Map<string, string[]> {
  const albums = new Map<string, Set<string>>()
  for (const item of queue) {
    const { albumId, moreAlbumIds = [], photoId, deselected } = item
    if (!albumId || !photoId || deselected || !isReady(item)) continue
    for (const id of [albumId, ...moreAlbumIds]) albums.set(id, (albums.get(id) ?? new Set()).add(photoId))
  }
  return new Map([...albums].map(([albumId, ids]) => [albumId, [...ids]]))
}

/**
 * Counts the selected photos that are new to the library (`added`, with received ones) and those that were in it before
 * (`known`). Equal files count once, as new if one of them is.
 */
export function countSavedPhotos(queue: Queue): { added: number; known: number } {
  const toIds = (items: Queue) => new Set(items.map(({ id, photoId }) => photoId ?? id))
  const selectedIds = toIds(queue.filter(item => isReceived(item) && !item.deselected))
  const sentIds = toIds(queue.filter(({ state }) => state === 'added' || state === 'processing'))
  const addedCount = [...selectedIds].filter(id => sentIds.has(id)).length
  return { added: addedCount, known: selectedIds.size - addedCount }
}

/** Returns the upload batches of these files. */
export function listBatchIds(queue: Queue): string[] {
  return [...new Set(queue.flatMap(({ batchId }) => batchId ?? []))]
}

/** Returns the ids of new photos to delete: deselected, unless an equal file with the same photo is selected. */
export function listDeselectedPhotos(queue: Queue): string[] {
  const selectedIds = new Set(queue.filter(item => !item.deselected).map(item => item.photoId))
  const deselectedIds = queue.filter(item => item.deselected && isUploaded(item)).map(item => item.photoId)
  return [...new Set(deselectedIds.filter(id => id !== undefined && !selectedIds.has(id)))] as string[]
}

/** Returns the number of added photos as a text. With an album, photos that were in the library count as added to it. */
export function formatSavedText(
  texts: Pick<Texts, 'text'>,
  { added, known }: { added: number; known: number },
  albumId: string | undefined,
): string {
  const count = albumId === undefined ? added : added + known
  return count > 0
    ? texts.text('upload.added-toast', { count })
    : texts.text('upload.group.already-there', { count: known })
}
