import { UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import type { UploadError } from '../tus/upload-error.ts'
import { findReadFailure, type UploadContext } from './upload-context.ts'
import type { RunningUpload } from './upload-environment.ts'

const MIN_BACKOFF_MS = 5000
const MAX_BACKOFF_MS = 60_000

/**
 * Uploads waiting files, three at a time. After a connection error that outlives a file's retries, all files back off:
 * 5 s, doubling up to a minute, or until the device is online again. Call `wake` whenever there may be work.
 */
export function createUploadScheduler({ store, files, environment }: UploadContext, onChange: () => void) {
  const runningUploads = new Map<string, RunningUpload>()
  let isStopped = true
  let failures = 0
  let isBackingOff = false
  let cancelBackoff = () => {}
  let stopListening = () => {}

  const resume = () => {
    cancelBackoff()
    isBackingOff = false
    onChange()
    wake()
  }

  function backOff() {
    if (isBackingOff) return
    isBackingOff = true
    cancelBackoff = environment.schedule(resume, Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures++))
    onChange()
  }

  function wake() {
    abortOrphans()
    if (isStopped || isBackingOff) return
    while (runningUploads.size < UPLOADS_IN_PARALLEL) {
      const next = nextItem()
      if (!next) return
      if (!environment.isOnline()) return onChange()
      send(next)
    }
  }

  /** Aborts uploads whose item was paused or removed, or is completed by a receipt. */
  function abortOrphans() {
    for (const [id, upload] of runningUploads) {
      if (store.find(id)?.state === 'sending') continue
      upload.abort()
      runningUploads.delete(id)
    }
  }

  function nextItem(): UploadItem | undefined {
    const queue = store.queue()
    // Equal files wait for the first of them: their bytes are sent once.
    const inProgress = new Set(
      queue.filter(({ state }) => state === 'sending' || state === 'processing').map(({ sha256 }) => sha256),
    )
    return queue.find(
      item =>
        item.state === 'waiting' && files.files.has(item.id) && !(item.sha256 && inProgress.has(item.sha256)),
    )
  }

  function send(item: UploadItem) {
    const { id } = item
    const file = files.files.get(id)!
    // Ignores callbacks of an upload that was aborted by a stop, a pause or a removal.
    const isCurrent = () => runningUploads.get(id) === upload
    const upload: RunningUpload = environment.send(
      {
        file,
        sha256: item.sha256,
        albumId: item.albumId,
        uploadUrl: item.uploadUrl,
        ...(item.facts && { companion: item.facts }),
        ...(item.folder && { folder: item.folder.split('/').at(-1)! }),
        ...(item.batchId && { batch: { batchId: item.batchId, fileId: item.id } }),
      },
      {
        onUploadUrl: uploadUrl => isCurrent() && store.dispatch({ type: 'located', id, uploadUrl }),
        onProgress: sent => isCurrent() && store.dispatch({ type: 'progress', id, sent }),
        onDone: () => {
          if (!isCurrent()) return
          runningUploads.delete(id)
          failures = 0
          store.dispatch({ type: 'sent', id })
        },
        onError: error => {
          if (isCurrent()) void handleFailure(id, file, error, () => isCurrent() && runningUploads.delete(id))
        },
      },
    )
    runningUploads.set(id, upload)
    store.dispatch({ type: 'sending', id })
  }

  async function handleFailure(id: string, file: File, error: UploadError, end: () => boolean) {
    // The browser reports a deleted file as a broken connection.
    const readFailure = error.kind === 'broken' ? await findReadFailure(file) : undefined
    if (!end()) return
    if (readFailure) return store.dispatch({ type: 'failed', id, reason: readFailure })
    if (error.kind !== 'broken') return store.dispatch({ type: error.kind, id, reason: error.reason })
    backOff()
    store.dispatch({ type: 'broken', id })
  }

  return {
    wake,
    /** Whether no file can be sent at the moment. */
    isOffline: () => isBackingOff || !environment.isOnline(),
    resume,
    start() {
      isStopped = false
      stopListening = environment.onOnline(resume)
      wake()
    },
    stop() {
      isStopped = true
      stopListening()
      cancelBackoff()
      isBackingOff = false
      for (const [id, upload] of runningUploads) {
        upload.abort()
        store.dispatch({ type: 'broken', id })
      }
      runningUploads.clear()
    },
  }
}
