import type { SessionFile } from '#contract/upload-sessions.ts'
import type { PickedSource } from '#web/platform/files/dropped-files.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { groupPhotosByAlbum } from '../queue/counts.ts'
import { toPhoneItem } from '../queue/queue.ts'
import { isAlbumPending, isReady, isReceived, isUndecided, isUnsent } from '../queue/upload-item.ts'
import {
  addFiles,
  addToBatch,
  type BatchFile,
  type Import,
  listRereadable,
  rereadItems,
} from './add-files.ts'
import { createBatchRecorder } from './batch-recorder.ts'
import { confirmUploads, type SavedUploads } from './confirm-uploads.ts'
import { discardItems, discardUnconfirmed, terminateUploads } from './discard-uploads.ts'
import { createDuplicateCheck } from './duplicate-check.ts'
import { createReceiptTracker } from './receipt-tracker.ts'
import { createStoredQueue, restoreFromHandles } from './stored-queue.ts'
import {
  createUploadContext,
  listUnconfirmedItems,
  pruneFileCache,
  removeItems,
  type UploadContext,
} from './upload-context.ts'
import type { UploadEnvironment } from './upload-environment.ts'
import { createUploadScheduler } from './upload-scheduler.ts'
import { createUploadsState, type UploadsState } from './uploads-state.ts'

export type Uploads = ReturnType<typeof createUploads>

/**
 * Returns the uploads of a page: a queue that is processed between `start` and `stop`, and stored for the next visit.
 * `confirmed` is the state of the files for which 'Upload' was pressed, whether sent or not, and `state` that of the others. `beginImport`
 * names the album of new files; restored files keep the album of the visit that added them.
 */
export function createUploads(environment: UploadEnvironment) {
  const ctx = createUploadContext(environment)
  const { store, files } = ctx
  const scheduler = createUploadScheduler(ctx, () => state.refresh())
  const state = createUploadsState(ctx, scheduler.isOffline)
  const steps = [
    scheduler,
    createDuplicateCheck(ctx),
    createReceiptTracker(ctx),
    createBatchRecorder(ctx),
    createAlbumAdder(ctx),
  ]
  wakeAfterChanges(ctx, steps)
  const storedQueue = createStoredQueue(ctx)
  // Serializes start, stop and add: new files must be matched against a restored queue.
  let lifecycle = Promise.resolve()
  const serialize = (work: () => Promise<void>) => {
    lifecycle = lifecycle.then(work).catch(environment.report)
    return lifecycle
  }
  // Files of one import are a batch, restored ones belong to that of their import.
  let target: Import = { albumId: undefined, batchId: environment.newId() }

  return {
    /** The files that are not confirmed. */
    state: state.unconfirmed,
    /** The confirmed files until all are sent and `clearSent` is called. */
    confirmed: state.confirmed,
    subscribe: state.subscribe,
    /** Whether the queue is stored: it survives a reload. */
    isStored: storedQueue.isOpen,
    getFile: (id: string) => files.files.get(id),

    /** Starts processing and restores the queue of an earlier visit, if the browser allows storage. */
    start() {
      for (const step of steps) step.start()
      return serialize(async () => {
        await storedQueue.open()
        state.refresh()
      })
    },
    /** Stops processing; the queue stays stored for the next visit. */
    stop() {
      for (const step of steps) step.stop()
      return serialize(storedQueue.close)
    },

    /** Begins an import: files added from now on are a batch, and are added to `albumId`. */
    beginImport(albumId?: string) {
      target = { albumId, batchId: environment.newId() }
    },
    add(pickedFiles: readonly PickedSource[]) {
      const currentTarget = target
      return serialize(() => addFiles(ctx, pickedFiles, currentTarget))
    },
    /** Adds the missing confirmed files. Other files are added to their import, not confirmed. */
    addMissing(pickedFiles: readonly PickedSource[]) {
      const missingItem = state.confirmed().queue.find(item => item.state === 'missing')
      const missingTarget = missingItem
        ? { albumId: missingItem.albumId, batchId: missingItem.batchId }
        : target
      return serialize(() => addFiles(ctx, pickedFiles, missingTarget))
    },
    /** Adds files that are missing in an upload batch; they are confirmed with it. */
    addToBatch: (batchId: string, batchFiles: readonly BatchFile[]) =>
      serialize(() => addToBatch(ctx, batchId, batchFiles)),
    /** Ends the files of a batch that are not sent: they stay listed as closed. */
    closeBatch(batchId: string) {
      for (const item of store.queue())
        if (item.batchId === batchId && isUnsent(item))
          store.dispatch({ type: 'failed', id: item.id, reason: 'closed' })
    },
    /** Updates the queue with the files of an upload session; `sent` is the complete list. */
    syncPhoneFiles: (sessionId: string, sent: readonly SessionFile[]) =>
      syncPhoneFiles(ctx, sessionId, sent, target.albumId),
    /** Resolves with true when no phone is sending a file, with false if `signal` is aborted first. */
    waitForPhoneFiles: (signal: AbortSignal) => waitForPhoneFiles(ctx, signal),

    pause: (ids: readonly string[]) => store.dispatch({ type: 'paused', ids }),
    resume: (ids: readonly string[]) => store.dispatch({ type: 'resumed', ids }),
    /** Sends failed files again, after reading unreadable ones; those of an earlier visit have to be chosen first. */
    retry(ids: readonly string[]) {
      const rereadableIds = listRereadable(ctx, ids)
      store.dispatch({
        type: 'file-missing',
        ids: ids.filter(id => !files.files.has(id) && !rereadableIds.includes(id)),
      })
      for (const id of rereadableIds) files.files.delete(id)
      store.dispatch({ type: 'retried', ids })
      if (rereadableIds.length > 0) void serialize(() => rereadItems(ctx, rereadableIds))
      scheduler.resume()
    },
    /** Adds a file that is refused because it is in the bin of Google Photos. */
    accept: (id: string) => store.dispatch({ type: 'accepted', id }),
    /** Whether 'Upload' makes albums of these names. */
    chooseAlbum(names: readonly string[], isChosen: boolean) {
      for (const name of names) files.albumChoices.set(name, isChosen)
      state.refresh()
    },
    select: (id: string, on: boolean) => store.dispatch({ type: 'selected', id, on }),
    /** Removes a file from the queue, and its upload from the service. */
    remove(id: string) {
      const item = store.find(id)
      if (item) discardItems(ctx, [item])
    },
    /** Requests permission to read missing files; needs a user gesture. */
    async resumeInterrupted() {
      await restoreFromHandles(ctx, true)
      state.refresh()
    },
    /** Removes the missing files of a part of the queue. */
    discardInterrupted: ({ queue }: UploadsState) =>
      discardItems(
        ctx,
        queue.filter(item => item.state === 'missing'),
      ),

    /** 'Upload': see `confirmUploads`. */
    async confirm(): Promise<SavedUploads> {
      await lifecycle
      return confirmUploads(ctx)
    },
    /**
     * Ends an import that is closed without a question: unless a file is undecided, removes the files, which are known,
     * refused or failed.
     */
    async endImport(): Promise<void> {
      await lifecycle
      const items = listUnconfirmedItems(ctx)
      if (!items.some(isUndecided)) removeItems(ctx, items)
    },
    /**
     * Closes the list of confirmed files once all are sent. Photos that are not in their album yet stay listed.
     */
    clearSent() {
      const { queue, counts } = state.confirmed()
      if (counts.unsent === 0)
        removeItems(
          ctx,
          queue.filter(item => !isAlbumPending(item)),
        )
    },
    /** Cancels the confirmed files that are still to be sent. Received photos stay in the library. */
    async cancelUnsent(): Promise<void> {
      const unsentItems = state.confirmed().queue.filter(item => !isReceived(item))
      removeItems(ctx, unsentItems)
      await terminateUploads(unsentItems, environment)
    },
    /** Closing without 'Upload': see `discardUnconfirmed`. */
    async discard(): Promise<void> {
      await lifecycle
      await discardUnconfirmed(ctx)
    },
  }
}

/** Wakes the steps once after all changes of a task. */
function wakeAfterChanges(ctx: UploadContext, steps: readonly { wake: () => void }[]) {
  let isScheduled = false
  ctx.store.subscribe(() => {
    if (isScheduled) return
    isScheduled = true
    // In a microtask, because the steps dispatch events themselves.
    queueMicrotask(() => {
      isScheduled = false
      for (const step of steps) step.wake()
      pruneFileCache(ctx)
    })
  })
}

/** Updates the queue with the files of an upload session; `sent` is the complete list. */
function syncPhoneFiles(
  { store, files, environment }: UploadContext,
  sessionId: string,
  sent: readonly SessionFile[],
  albumId: string | undefined,
): void {
  const visibleFiles = sent.filter(({ uploadId }) => !files.dismissedIds.has(uploadId))
  const items = visibleFiles.map((file, at) =>
    toPhoneItem(file, {
      uploadUrl: environment.getUploadUrl(file.uploadId),
      since: environment.now() + at / 1000,
      batchId: sessionId,
      albumId,
    }),
  )
  store.dispatch({ type: 'from-phone', items })
}

/** Resolves with true when no phone is sending a file, with false if `signal` is aborted first. */
function waitForPhoneFiles({ store }: UploadContext, signal: AbortSignal): Promise<boolean> {
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
}

const RETRY_MS = 5000

/**
 * Adds confirmed photos that turn out to be in the library already, or whose album was chosen late, to their album; the
 * service does it for others that are sent. Call `wake` after changes of the queue.
 */
function createAlbumAdder({ store, environment }: UploadContext) {
  let isStopped = true
  let isAdding = false
  let cancelRetry: (() => void) | undefined

  async function add() {
    isAdding = true
    try {
      for (let items = listPendingItems(); items.length > 0 && !isStopped; items = listPendingItems()) {
        for (const [album, ids] of groupPhotosByAlbum(items)) await environment.addToAlbum(album, ids)
        store.dispatch({ type: 'in-album', ids: items.map(({ id }) => id) })
      }
    } catch (error) {
      if (isRetryable(error)) retryLater()
      else {
        environment.report(error)
        // Sending the file again adds it to the album, too.
        for (const { id } of listPendingItems()) store.dispatch({ type: 'failed', id, reason: 'server' })
      }
    }
    isAdding = false
  }

  const listPendingItems = () => store.queue().filter(item => isAlbumPending(item) && isReady(item))

  function retryLater() {
    if (isStopped) return
    cancelRetry = environment.schedule(() => {
      cancelRetry = undefined
      wake()
    }, RETRY_MS)
  }

  function wake() {
    if (!isStopped && !isAdding && !cancelRetry && listPendingItems().length > 0) void add()
  }

  return {
    wake,
    start() {
      isStopped = false
      wake()
    },
    stop() {
      isStopped = true
      cancelRetry?.()
      cancelRetry = undefined
    },
  }
}
