import type { SessionFile } from '#contract/upload-sessions.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { chunked } from '#web/platform/http/chunks.ts'
import {
  batchesOf,
  type Counts,
  countItems,
  photosByAlbum,
  savedPhotos,
  unwantedPhotos,
} from '../queue/counts.ts'
import { findByFile } from '../queue/item-matching.ts'
import { phoneItem, type Queue } from '../queue/queue.ts'
import { createQueueStore } from '../queue/queue-store.ts'
import {
  isAlbumPending,
  isReady,
  isReceived,
  isUndecided,
  isUnsent,
  type UploadItem,
  uploadIdOf,
} from '../queue/upload-item.ts'
import type { FileCache } from '../storage/file-cache.ts'
import { hasReadPermission, readUnchangedFile } from '../storage/file-handles.ts'
import { persistQueue, restorableItems } from '../storage/queue-persistence.ts'
import type { QueueStorage } from '../storage/queue-storage.ts'
import { createAlbumAdder } from './album-adder.ts'
import { createBatchRecorder } from './batch-recorder.ts'
import { discardUploads, terminateUploads } from './discard-uploads.ts'
import { createDuplicateCheck } from './duplicate-check.ts'
import { newItem } from './new-item.ts'
import { createQueueFiles } from './queue-files.ts'
import { createReceiptTracker } from './receipt-tracker.ts'
import type { UploadEnvironment } from './upload-environment.ts'
import { createUploadScheduler } from './upload-scheduler.ts'

/** Part of the queue, for the modal and the pages, or for the tray. */
export interface UploadsState {
  queue: Queue
  counts: Counts
  /** The connection is lost: waiting files are retried later. */
  offline: boolean
  /** Number of missing files that can be read once the customer grants permission. */
  needsPermission: number
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * The uploads of a page: a queue that is processed between `start` and `stop`, and stored for the next visit. Files are
 * confirmed by 'Upload'; `state` is that of the others, `confirmed` that of those that are still sent, or were.
 * New files are added to `albumId`, if given; restored ones to the album of the visit that added them.
 */
export function createUploads(environment: UploadEnvironment, albumId?: string) {
  const store = createQueueStore()
  const files = createQueueFiles()
  const listeners = new Set<() => void>()
  let state: UploadsState = NO_UPLOADS
  let confirmed: UploadsState = NO_UPLOADS
  let counted: Queue = []
  let storage: QueueStorage | undefined
  let fileCache: FileCache | undefined
  let endPersisting = async () => {}
  let wakeScheduled = false
  /** Files of a phone that the customer removed from the queue: the service may still report them. */
  const dismissed = new Set<string>()
  // Serializes start, stop and add: new files must be matched against a restored queue.
  let lifecycle = Promise.resolve()
  const serialize = (work: () => void | Promise<void>) => {
    lifecycle = lifecycle.then(work).catch(environment.report)
    return lifecycle
  }

  const checker = createDuplicateCheck(store, files, environment)
  const scheduler = createUploadScheduler(store, files, environment, refresh)
  const receipts = createReceiptTracker(store, environment)
  const recorder = createBatchRecorder(store, environment)
  const albumAdder = createAlbumAdder(store, environment)
  // Files of one import are a batch, restored ones belong to that of their import.
  let target: Import = { albumId, batchId: environment.newId() }

  function refresh() {
    const all = store.queue()
    const same = all === counted
    counted = all
    state = stateOf(same ? state.queue : all.filter(item => !item.confirmed), state)
    confirmed = stateOf(same ? confirmed.queue : all.filter(item => item.confirmed), confirmed)
    for (const listener of [...listeners]) listener()
  }

  function stateOf(queue: Queue, before: UploadsState): UploadsState {
    if (queue.length === 0) return NO_UPLOADS
    return {
      queue,
      counts: queue === before.queue ? before.counts : countItems(queue),
      offline:
        scheduler.isOffline() && queue.some(item => item.state === 'waiting' || item.state === 'sending'),
      needsPermission: queue.filter(item => item.state === 'missing' && files.handles.has(item.id)).length,
    }
  }

  store.subscribe(() => {
    refresh()
    if (wakeScheduled) return
    wakeScheduled = true
    // In a microtask, because these calls dispatch events themselves.
    queueMicrotask(() => {
      wakeScheduled = false
      scheduler.wake()
      checker.wake()
      receipts.wake()
      recorder.wake()
      albumAdder.wake()
      pruneFileCache()
    })
  })

  async function restoreQueue() {
    storage = await environment.storage()
    if (!storage) return
    const stored = await storage.load()
    const items = restorableItems(
      stored.map(({ item }) => item),
      environment.now(),
    )
    for (const { item, handle } of stored) if (handle) files.handles.set(item.id, handle)
    const restored = new Set(items.map(({ id }) => id))
    const obsolete = stored.filter(({ item }) => !restored.has(item.id) && !store.find(item.id))
    await storage.write(
      [],
      obsolete.map(({ item }) => item.id),
    )
    store.dispatch({ type: 'added', items: items.filter(({ id }) => !store.find(id)) })
    endPersisting = persistQueue(store, storage, id => files.handles.get(id), environment.report)
    await restoreCachedFiles()
    await restoreFromHandles(false)
  }

  /** Resumes missing files whose bytes are cached. */
  async function restoreCachedFiles() {
    fileCache = await environment.fileCache()
    const cached = (await fileCache?.load()) ?? new Map<string, File>()
    for (const [id, file] of cached) if (store.find(id)?.state === 'missing') attachFile(id, file)
    await fileCache?.delete([...cached.keys()].filter(id => !store.find(id)))
  }

  /** Deletes cached files that need not be sent any more. */
  function pruneFileCache() {
    const finished = store.queue().filter(item => isReady(item) || NOT_SENT.has(item.state))
    fileCache?.delete(finished.map(({ id }) => id)).catch(environment.report)
  }

  /** Resumes missing files by their handles; `request` needs a user gesture. */
  async function restoreFromHandles(request: boolean) {
    for (const item of store.queue().filter(({ state }) => state === 'missing')) {
      const handle = files.handles.get(item.id)
      if (!handle) continue
      if (!(await hasReadPermission(handle, request))) return
      const file = await readUnchangedFile(handle, item)
      // A changed or deleted file has to be chosen again.
      if (file) attachFile(item.id, file)
      else files.handles.delete(item.id)
    }
    refresh()
  }

  function attachFile(id: string, file: File) {
    files.files.set(id, file)
    store.dispatch({ type: 'found', id })
  }

  async function add(picked: readonly PickedFile[], into: Import) {
    const matched = new Set<string>()
    const items: UploadItem[] = []
    for (const { file, handle } of picked) {
      const match = findByFile(store.queue(), file, matched)
      if (match) matched.add(match.id)
      const id = match?.id ?? environment.newId()
      if (handle) files.handles.set(id, handle)
      if (match) attachFile(id, file)
      else {
        files.files.set(id, file)
        // A thousandth of a millisecond apart: the stored queue is sorted by `since`.
        const item = await newItem(id, file, environment.now() + items.length / 1000)
        items.push({ ...item, ...into })
      }
    }
    if (items.length > 0) store.dispatch({ type: 'added', items })
    for (const { id, state } of items)
      if (state === 'queued') fileCache?.put(id, files.files.get(id)!).catch(environment.report)
  }

  /** Removes items with their files and handles. */
  function removeItems(items: readonly UploadItem[]) {
    for (const { id, phone } of items) if (phone) dismissed.add(id)
    store.dispatch({ type: 'removed', ids: items.map(({ id }) => id) })
    for (const { id } of items) {
      files.files.delete(id)
      files.handles.delete(id)
    }
    fileCache?.delete(items.map(({ id }) => id)).catch(environment.report)
  }

  return {
    /** The files that are not confirmed. */
    state: () => state,
    /** The confirmed files until all are sent and `clearSent` is called. */
    confirmed: () => confirmed,
    /** Whether the queue is stored: it survives a reload. */
    isStored: () => storage !== undefined,
    /** Begins an import: files added from now on are a batch, and are added to `albumId`. */
    beginImport(albumId?: string) {
      target = { albumId, batchId: environment.newId() }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    fileOf: (id: string) => files.files.get(id),

    /** Starts processing and restores the queue of an earlier visit, if the browser allows storage. */
    start() {
      checker.start()
      scheduler.start()
      receipts.start()
      recorder.start()
      albumAdder.start()
      return serialize(restoreQueue)
    },
    /** Stops processing; the queue stays stored for the next visit. */
    stop() {
      checker.stop()
      scheduler.stop()
      receipts.stop()
      recorder.stop()
      albumAdder.stop()
      return serialize(async () => {
        await endPersisting()
        endPersisting = async () => {}
        storage?.release()
        storage = undefined
        fileCache?.close()
        fileCache = undefined
      })
    },

    /** Updates the queue with the files of an upload session; `sent` is the complete list (PL-048). */
    syncPhoneFiles(sessionId: string, sent: readonly SessionFile[]) {
      const listed = sent.filter(({ uploadId }) => !dismissed.has(uploadId))
      const items = listed.map((file, at) =>
        phoneItem(file, {
          uploadUrl: environment.uploadUrlOf(file.uploadId),
          since: environment.now() + at / 1000,
          batchId: sessionId,
          albumId: target.albumId,
        }),
      )
      store.dispatch({ type: 'from-phone', items })
    },
    add(picked: readonly PickedFile[]) {
      const into = target
      return serialize(() => add(picked, into))
    },
    /** Adds the missing confirmed files. Other files are added to their import, not confirmed. */
    addMissing(picked: readonly PickedFile[]) {
      const missing = confirmed.queue.find(({ state }) => state === 'missing')
      const into = missing ? { albumId: missing.albumId, batchId: missing.batchId } : target
      return serialize(() => add(picked, into))
    },
    pause: (ids: readonly string[]) => store.dispatch({ type: 'paused', ids }),
    resume: (ids: readonly string[]) => store.dispatch({ type: 'resumed', ids }),
    /** Sends failed files again; those of an earlier visit have to be chosen first. */
    retry(ids: readonly string[]) {
      store.dispatch({ type: 'file-missing', ids: ids.filter(id => !files.files.has(id)) })
      store.dispatch({ type: 'retried', ids })
      scheduler.resume()
    },
    select: (id: string, on: boolean) => store.dispatch({ type: 'selected', id, on }),
    /** Removes a file from the queue, and its upload from the service. */
    remove(id: string) {
      const item = store.find(id)
      if (!item) return
      removeItems([item])
      if (item.uploadUrl) discardUploads([item], environment).catch(environment.report)
    },
    /** Requests permission to read missing files; needs a user gesture. */
    resumeInterrupted: () => restoreFromHandles(true),
    /** Removes the missing files of a part of the queue. */
    discardInterrupted({ queue }: UploadsState) {
      const missing = queue.filter(({ state }) => state === 'missing')
      removeItems(missing)
      discardUploads(missing, environment).catch(environment.report)
    },

    /** Resolves with true when no phone is sending a file, with false if `signal` is aborted first. */
    whenArrived(signal: AbortSignal): Promise<boolean> {
      return new Promise(resolve => {
        const check = () => {
          if (!signal.aborted && store.queue().some(item => item.state === 'arriving')) return
          stopListening()
          signal.removeEventListener('abort', check)
          resolve(!signal.aborted)
        }
        const stopListening = store.subscribe(check)
        signal.addEventListener('abort', check)
        check()
      })
    },
    /**
     * 'Upload' (PL-043): deletes deselected photos, adds those in the library to their albums (PL-044), and confirms the
     * files that are still to be sent, or failed, with all others of their import (RV-101); without such files it empties
     * the queue. A file that a phone begins to send meanwhile is removed. Reports and rejects if a photo could not be deleted;
     * rejects with AlbumFailure if one could not be added to its album.
     */
    async confirm(): Promise<SavedUploads> {
      await lifecycle
      await fetchDeselected()
      const unwanted = unwantedPhotos(state.queue)
      try {
        if (unwanted.length > 0) await environment.deletePhotos(unwanted)
      } catch (error) {
        const failed = error instanceof BulkFailure ? new Set(error.failed) : new Set(unwanted)
        removeItems(
          state.queue.filter(({ photoId }) => photoId && unwanted.includes(photoId) && !failed.has(photoId)),
        )
        environment.report(error)
        throw error
      }
      const { queue } = state
      const ready = queue.filter(item => isReady(item) && !item.deselected)
      try {
        for (const [album, ids] of photosByAlbum(ready)) await environment.addToAlbum(album, ids)
      } catch (error) {
        environment.report(error)
        throw new AlbumFailure('Photos could not be added to their album', { cause: error })
      }
      const added = new Set(ready.map(({ id }) => id))
      removeItems(state.queue.filter(item => item.state === 'arriving'))
      // A known photo that was recognized meanwhile is not in its album yet.
      const rest = state.queue.filter(
        item =>
          !item.deselected &&
          (isUnsent(item) ||
            item.state === 'failed' ||
            (isAlbumPending({ ...item, confirmed: true }) && !added.has(item.id))),
      )
      const result = {
        ...savedPhotos(queue),
        batchIds: batchesOf(queue.filter(item => isReceived(item) && !item.deselected)),
        rest: rest.length,
      }
      removeItems(rest.length > 0 ? queue.filter(item => item.deselected) : state.queue)
      // Files that were added meanwhile are confirmed as well.
      const ids = state.queue.map(({ id }) => id)
      store.dispatch({ type: 'in-album', ids: [...added] })
      store.dispatch({ type: 'resumed', ids })
      store.dispatch({ type: 'confirmed', ids })
      return result
    },
    /**
     * Ends an import that is closed without a question: if none of its files needs an answer, those that are known, refused
     * or failed are removed.
     */
    async endImport(): Promise<void> {
      await lifecycle
      if (!state.queue.some(isUndecided)) removeItems(state.queue)
    },
    /** Closes the list of confirmed files once all are sent. Photos that are not in their album yet stay until they are. */
    clearSent() {
      if (confirmed.counts.unsent === 0) removeItems(confirmed.queue.filter(item => !isAlbumPending(item)))
    },
    /** Cancels the confirmed files that are still to be sent. What has been received stays in the library. */
    async cancelUnsent(): Promise<void> {
      const unsent = confirmed.queue.filter(item => !isReceived(item))
      removeItems(unsent)
      await terminateUploads(unsent, environment)
    },
    /**
     * Closing without 'Upload' (OP-10): deletes what was uploaded and not confirmed, also before a reload (0081). Reports and
     * rejects if that failed.
     */
    async discard(): Promise<void> {
      await lifecycle
      const { queue } = state
      const ids = queue.filter(item => item.state !== 'paused').map(({ id }) => id)
      store.dispatch({ type: 'paused', ids })
      try {
        await discardUploads(queue, environment)
      } catch (error) {
        store.dispatch({ type: 'resumed', ids })
        environment.report(error)
        throw error
      }
      removeItems(state.queue)
    },
  }

  /** Receipts of deselected photos whose bytes have just been sent: their ids are needed to delete them. */
  async function fetchDeselected() {
    const items = state.queue.filter(item => item.deselected && !item.photoId && item.state === 'processing')
    const uploadIds = items.flatMap(item => uploadIdOf(item) ?? [])
    for (const some of chunked(uploadIds, RECEIPTS_PER_CALL))
      store.dispatch({ type: 'receipts', receipts: await environment.fetchReceipts(some) })
  }
}

export interface SavedUploads {
  added: number
  known: number
  /** Upload batches of these photos. */
  batchIds: string[]
  /** Number of confirmed files that are still to be sent or to be added to their album, or that failed. */
  rest: number
}

/** The import of a file. */
type Import = Pick<UploadItem, 'albumId' | 'batchId'>

const NO_UPLOADS: UploadsState = { queue: [], counts: countItems([]), offline: false, needsPermission: 0 }
const RECEIPTS_PER_CALL = 500

/** States in which the bytes are not sent (again): the service has received or refused them. */
const NOT_SENT: ReadonlySet<string> = new Set(['processing', 'refused'])

/** All photos are in the library, but some could not be added to their album. */
export class AlbumFailure extends Error {
  override name = 'AlbumFailure'
}
