import { BATCH_FILES_PAGE, type RecordedState } from '#contract/upload-batches.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { hasProblem, isUnreadable, type UploadItem } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'
import type { RecordedFile } from './upload-environment.ts'

const RETRY_MS = 5000

/**
 * Records the files of upload batches at the service, so that the receipt names every file the customer added, also one
 * that was never sent. Call `wake` after changes of the queue. Repeated after a reload, which changes nothing.
 */
export function createBatchRecorder({ store, environment }: UploadContext) {
  /** Last recorded and current state of each file. */
  const recordedFiles = new Map<string, RecordedFile & { batchId: string }>()
  let isStopped = true
  let isRecording = false
  let cancelRetry: (() => void) | undefined

  function listPendingFiles(): Map<string, RecordedFile[]> {
    const batches = new Map<string, RecordedFile[]>()
    const add = (batchId: string, file: RecordedFile) => {
      const files = batches.get(batchId)
      if (files) files.push(file)
      else batches.set(batchId, [file])
    }
    const presentIds = new Set<string>()
    for (const item of store.queue()) {
      presentIds.add(item.id)
      const file = toRecord(item)
      if (!item.batchId || !file) continue
      const before = recordedFiles.get(item.id)
      if (before?.state !== file.state || before.reason !== file.reason) add(item.batchId, file)
    }
    for (const [id, { batchId, ...file }] of recordedFiles)
      if (!presentIds.has(id) && REMOVABLE_STATES.has(file.state)) add(batchId, { ...file, state: 'removed' })
    return batches
  }

  async function record() {
    if (isRecording) return
    isRecording = true
    try {
      for (let batches = listPendingFiles(); batches.size > 0; batches = listPendingFiles())
        for (const [batchId, files] of batches)
          for (const fileChunk of splitIntoChunks(files, BATCH_FILES_PAGE))
            await recordChunk(batchId, fileChunk)
    } catch (error) {
      // A failed recording must not stop the uploads.
      if (!isRetryable(error)) {
        environment.report(error)
        isStopped = true
      } else if (!isStopped)
        cancelRetry = environment.schedule(() => {
          cancelRetry = undefined
          void record()
        }, RETRY_MS)
    }
    isRecording = false
  }

  async function recordChunk(batchId: string, files: readonly RecordedFile[]) {
    await environment.recordFiles(batchId, files)
    for (const file of files)
      if (file.state === 'removed') recordedFiles.delete(file.fileId)
      else recordedFiles.set(file.fileId, { ...file, batchId })
  }

  return {
    wake() {
      // The next call records changes during this one.
      if (!isStopped && !isRecording && !cancelRetry) void record()
    },
    start() {
      isStopped = false
    },
    /** Records all changes now, without waiting for the next retry. */
    stop() {
      cancelRetry?.()
      cancelRetry = undefined
      const wasStopped = isStopped
      isStopped = true
      if (!wasStopped) void record()
    },
  }
}

/** Returns the state to record for a file; undefined if the service knows its upload, or a phone sends it. */
function toRecord(item: UploadItem): RecordedFile | undefined {
  const state = isUnreadable(item) ? 'unreadable' : RECORDED_STATE_BY_STATE[item.state]
  if (!state || item.phone) return undefined
  return {
    fileId: item.id,
    fileName: item.name.toWellFormed(),
    size: item.size,
    state,
    ...(hasProblem(item) && item.reason ? { reason: item.reason } : {}),
    ...(item.photoId && (state === 'already-there' || state === 'restored') ? { photoId: item.photoId } : {}),
  }
}

/** States that are no outcome: a removed file is not in the receipt. */
const REMOVABLE_STATES: ReadonlySet<RecordedState> = new Set(['waiting', 'unreadable'])

const RECORDED_STATE_BY_STATE: Partial<Record<UploadItem['state'], RecordedState>> = {
  queued: 'waiting',
  checking: 'waiting',
  waiting: 'waiting',
  sending: 'waiting',
  paused: 'waiting',
  missing: 'waiting',
  'already-there': 'already-there',
  restored: 'restored',
  refused: 'refused',
  failed: 'failed',
  companion: 'companion',
  'left-out': 'left-out',
}
