import { createListeners } from '#web/platform/listeners/listeners.ts'
import { type Counts, countItems } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import { type FolderAlbum, listFolderAlbums } from './folder-albums.ts'
import type { UploadContext } from './upload-context.ts'

/** Part of the queue, for the modal and the pages, or for the tray. */
export interface UploadsState {
  queue: Queue
  counts: Counts
  /** The connection is lost: waiting files are retried later. */
  offline: boolean
  /** Number of missing files that can be read once the customer grants permission. */
  needsPermission: number
  /** Folders that may become albums; of confirmed files none. */
  folderAlbums: readonly FolderAlbum[]
  /** Names of files that are hidden on the device: they are not counted. */
  hiddenNames: readonly string[]
}

/** Returns the two parts of the queue, computed after its changes and by `refresh`, which then notifies the listeners. */
export function createUploadsState({ store, files }: UploadContext, isOffline: () => boolean) {
  const listeners = createListeners()
  let unconfirmed = NO_UPLOADS
  let confirmed = NO_UPLOADS
  let countedQueue: Queue = []

  function refresh() {
    const queue = store.queue()
    const isUnchanged = queue === countedQueue
    countedQueue = queue
    unconfirmed = computeState(
      isUnchanged ? unconfirmed.queue : queue.filter(item => !item.confirmed),
      unconfirmed,
    )
    confirmed = computeState(isUnchanged ? confirmed.queue : queue.filter(item => item.confirmed), confirmed)
    listeners.notify()
  }

  function computeState(queue: Queue, previousState: UploadsState): UploadsState {
    if (queue.length === 0) return NO_UPLOADS
    return {
      queue,
      counts: queue === previousState.queue ? previousState.counts : countItems(queue),
      offline: isOffline() && queue.some(item => item.state === 'waiting' || item.state === 'sending'),
      needsPermission: queue.filter(item => item.state === 'missing' && files.handles.has(item.id)).length,
      folderAlbums: queue[0]!.confirmed ? [] : listFolderAlbums(queue, files.albumChoices),
      hiddenNames: [...files.hiddenNames],
    }
  }

  store.subscribe(refresh)
  return {
    refresh,
    unconfirmed: () => unconfirmed,
    confirmed: () => confirmed,
    subscribe: listeners.subscribe,
  }
}

const NO_UPLOADS: UploadsState = {
  queue: [],
  counts: countItems([]),
  offline: false,
  needsPermission: 0,
  folderAlbums: [],
  hiddenNames: [],
}
