import { BATCH_FILES_PAGE, type RecordedState } from '#contract/upload-batches.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'
import type { RecordedFile } from './upload-environment.ts'

const RETRY_MS = 5000

/**
 * Records the files of upload batches at the service, so that the receipt names every file the customer added, also one
 * that was never sent. Call `wake` after changes of the queue. Repeated after a reload, which changes nothing.
 */
export function createBatchRecorder({ store, environment }: UploadContext) {
  /** Last recorded and current state of each file. */
  const recorded = new Map<string, RecordedFile & { batchId: string }>()
  let stopped = true
  let recording = false
  let cancelRetry: (() => void) | undefined

  function pending(): Map<string, RecordedFile[]> {
    const batches = new Map<string, RecordedFile[]>()
    const add = (batchId: string, file: RecordedFile) => {
      const files = batches.get(batchId)
      if (files) files.push(file)
      else batches.set(batchId, [file])
    }
    const present = new Set<string>()
    for (const item of store.queue()) {
      present.add(item.id)
      const file = recordOf(item)
      if (!item.batchId || !file) continue
      const before = recorded.get(item.id)
      if (before?.state !== file.state || before.reason !== file.reason) add(item.batchId, file)
    }
    for (const [id, { batchId, ...file }] of recorded)
      if (!present.has(id) && file.state === 'waiting') add(batchId, { ...file, state: 'removed' })
    return batches
  }

  async function record() {
    if (recording) return
    recording = true
    try {
      for (let batches = pending(); batches.size > 0; batches = pending())
        for (const [batchId, files] of batches)
          for (const some of splitIntoChunks(files, BATCH_FILES_PAGE)) await recordSome(batchId, some)
    } catch (error) {
      // A failed recording must not stop the uploads.
      if (!isRetryable(error)) {
        environment.report(error)
        stopped = true
      } else if (!stopped)
        cancelRetry = environment.schedule(() => {
          cancelRetry = undefined
          void record()
        }, RETRY_MS)
    }
    recording = false
  }

  async function recordSome(batchId: string, files: readonly RecordedFile[]) {
    await environment.recordFiles(batchId, files)
    for (const file of files)
      if (file.state === 'removed') recorded.delete(file.fileId)
      else recorded.set(file.fileId, { ...file, batchId })
  }

  return {
    wake() {
      // The next call records changes during this one.
      if (!stopped && !recording && !cancelRetry) void record()
    },
    start() {
      stopped = false
    },
    /** Records all changes now, without waiting for the next retry. */
    stop() {
      cancelRetry?.()
      cancelRetry = undefined
      const wasStopped = stopped
      stopped = true
      if (!wasStopped) void record()
    },
  }
}

/** The state to record for a file; undefined if the service knows its upload, or a phone sends it. */
function recordOf(item: UploadItem): RecordedFile | undefined {
  const state = item.phone ? undefined : RECORDED[item.state]
  if (!state) return undefined
  return {
    fileId: item.id,
    fileName: item.name.toWellFormed(),
    size: item.size,
    state,
    ...((state === 'refused' || state === 'failed') && item.reason ? { reason: item.reason } : {}),
    ...(item.photoId && (state === 'already-there' || state === 'restored') ? { photoId: item.photoId } : {}),
  }
}

const RECORDED: Partial<Record<UploadItem['state'], RecordedState>> = {
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
}
