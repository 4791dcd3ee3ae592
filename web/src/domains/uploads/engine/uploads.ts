import type { SessionFile } from '#contract/upload-sessions.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { BulkFailure } from '#web/platform/http/chunks.ts'
import { type Counts, countItems, photosByAlbum, savedPhotos, unwantedPhotos } from '../queue/counts.ts'
import { findByFile } from '../queue/item-matching.ts'
import { phoneItem, type Queue } from '../queue/queue.ts'
import { createQueueStore } from '../queue/queue-store.ts'
import { isActive, isReady, type UploadItem } from '../queue/upload-item.ts'
import type { FileCache } from '../storage/file-cache.ts'
import { hasReadPermission, readUnchangedFile } from '../storage/file-handles.ts'
import { persistQueue, restorableItems } from '../storage/queue-persistence.ts'
import type { QueueStorage } from '../storage/queue-storage.ts'
import { discardUploads } from './discard-uploads.ts'
import { createDuplicateCheck } from './duplicate-check.ts'
import { newItem } from './new-item.ts'
import { createQueueFiles } from './queue-files.ts'
import { createReceiptTracker } from './receipt-tracker.ts'
import type { UploadEnvironment } from './upload-environment.ts'
import { createUploadScheduler } from './upload-scheduler.ts'

/** State for the modal and the pages. */
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
 * The uploads of one modal or page: a queue that is processed between `start` and `stop`, and stored for the next visit.
 * New files are added to `albumId`, if given; restored ones to the album of the visit that added them.
 */
export function createUploads(environment: UploadEnvironment, albumId?: string) {
  const store = createQueueStore()
  const files = createQueueFiles()
  const listeners = new Set<() => void>()
  let state: UploadsState = { queue: [], counts: countItems([]), offline: false, needsPermission: 0 }
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

  function refresh() {
    const queue = store.queue()
    const counts = queue === state.queue ? state.counts : countItems(queue)
    const needsPermission = queue.filter(
      item => item.state === 'missing' && files.handles.has(item.id),
    ).length
    const offline =
      scheduler.isOffline() && queue.some(item => item.state === 'waiting' || item.state === 'sending')
    state = { queue, counts, offline, needsPermission }
    for (const listener of [...listeners]) listener()
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

  function add(picked: readonly PickedFile[]) {
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
        items.push({ ...newItem(id, file, environment.now() + items.length / 1000), albumId })
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
    state: () => state,
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
      return serialize(restoreQueue)
    },
    /** Stops processing; the queue stays stored for the next visit. */
    stop() {
      checker.stop()
      scheduler.stop()
      receipts.stop()
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
    syncPhoneFiles(sent: readonly SessionFile[]) {
      const listed = sent.filter(({ uploadId }) => !dismissed.has(uploadId))
      const items = listed.map((file, at) =>
        phoneItem(file, environment.uploadUrlOf(file.uploadId), environment.now() + at / 1000, albumId),
      )
      store.dispatch({ type: 'from-phone', items })
    },
    add: (picked: readonly PickedFile[]) => serialize(() => add(picked)),
    pause: (ids: readonly string[]) => store.dispatch({ type: 'paused', ids }),
    resume: (ids: readonly string[]) => store.dispatch({ type: 'resumed', ids }),
    retry(ids: readonly string[]) {
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
    discardInterrupted() {
      const missing = store.queue().filter(({ state }) => state === 'missing')
      removeItems(missing)
      discardUploads(missing, environment).catch(environment.report)
    },

    /** Resolves with true when no file is active, with false if `signal` is aborted first. */
    whenIdle(signal: AbortSignal): Promise<boolean> {
      return new Promise(resolve => {
        const check = () => {
          if (!signal.aborted && store.queue().some(isActive)) return
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
     * 'Upload' (PL-043): deletes deselected photos, adds the others to their albums (PL-044) and empties the queue.
     * Resolves with the number of photos that are new to the library and that were in it, equal files counted once.
     * Reports and rejects if a photo could not be deleted; rejects with AlbumFailure if one could not be added to its
     * album.
     */
    async confirm(): Promise<{ added: number; known: number }> {
      const queue = store.queue()
      const unwanted = unwantedPhotos(queue)
      try {
        if (unwanted.length > 0) await environment.deletePhotos(unwanted)
      } catch (error) {
        const failed = error instanceof BulkFailure ? new Set(error.failed) : new Set(unwanted)
        removeItems(
          queue.filter(({ photoId }) => photoId && unwanted.includes(photoId) && !failed.has(photoId)),
        )
        environment.report(error)
        throw error
      }
      try {
        for (const [album, ids] of photosByAlbum(queue)) await environment.addToAlbum(album, ids)
      } catch (error) {
        environment.report(error)
        throw new AlbumFailure('Photos could not be added to their album', { cause: error })
      }
      const saved = savedPhotos(queue)
      removeItems(queue.filter(({ state }) => state !== 'missing'))
      return saved
    },
    /** Closing without 'Upload' (OP-10): deletes what this visit uploaded. Reports and rejects if that failed. */
    async discard(): Promise<void> {
      scheduler.stop()
      try {
        await discardUploads(
          store.queue().filter(item => !item.earlier),
          environment,
        )
      } catch (error) {
        scheduler.start()
        environment.report(error)
        throw error
      }
      removeItems(store.queue().filter(({ state, earlier }) => !(earlier && state === 'missing')))
    },
  }
}

/** States in which the bytes are not sent (again): the service has received or refused them. */
const NOT_SENT: ReadonlySet<string> = new Set(['processing', 'refused'])

/** All photos are in the library, but some could not be added to their album. */
export class AlbumFailure extends Error {
  override name = 'AlbumFailure'
}
