import type { SessionFile } from '#contract/upload-sessions.ts'
import { toPhoneItem } from '../queue/queue.ts'
import type { UploadContext } from './upload-context.ts'

/** Updates the queue with the files of an upload session; `sent` is the complete list (PL-048). */
export function syncPhoneFiles(
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
export function waitForPhoneFiles({ store }: UploadContext, signal: AbortSignal): Promise<boolean> {
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
