import type { QueryClient } from '@tanstack/react-query'
import { type Download, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import type { DownloadPush } from '#contract/push.ts'
import { saveFile } from '#web/platform/files/save-file.ts'
import { call } from '#web/platform/http/call.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { subscribeDownloads } from '#web/platform/push/downloads.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { trackUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { type NewToast, TOAST_LONG_MS, TOAST_SHORT_MS, toasts } from '#web/ui/toasts.ts'
import { downloadKeys } from './download-queries.ts'
import type { DownloadSource } from './download-source.ts'
import { getFailureText } from './failure-text.ts'

/**
 * Requests one zip of the photos from `source`. A toast reports its progress on any page, and the line of running work when it takes
 * longer. Resolves when the archive is requested; rejects if the request fails.
 */
export async function downloadArchive(
  ids: readonly string[],
  source: DownloadSource,
  { queries, texts }: { queries: QueryClient; texts: Texts },
): Promise<void> {
  const id = await source.archive(ids, queries)
  const invalidateDownloads = () => void queries.invalidateQueries({ queryKey: downloadKeys.all })
  invalidateDownloads()
  let hasEnded = false
  const showToast = (toast: Pick<NewToast, 'text' | 'kind' | 'timeoutMs' | 'onClose'>) =>
    toasts.add({ ...toast, subject: `download ${id}`, place: 'top' })
  showToast({
    text: texts.text('download.started'),
    kind: 'progress',
    timeoutMs: TOAST_SHORT_MS,
    onClose: () => !hasEnded && watchedWork.add(id),
  })
  trackUnsavedWork(saveCompletedArchive(id).finally(() => (hasEnded = true)))
    .then(
      () => showToast({ text: texts.text('download.finished'), kind: 'success', timeoutMs: TOAST_LONG_MS }),
      error => {
        reportFailure(error)
        showToast({ text: texts.text(getFailureText(error)), kind: 'error', timeoutMs: TOAST_LONG_MS })
      },
    )
    .finally(invalidateDownloads)
}

/** Poll interval: a push message may be lost. */
const POLL_MS = 3000

/** A small archive is ready before the socket is open. */
const FIRST_POLL_MS = 500

/** An archive that is not ready by then counts as failed. */
const TIMEOUT_MS = 30 * 60_000

/**
 * Waits until an archive is ready and saves it as {id}.zip: listens for push messages and polls every 3 s. Ignores
 * messages about other archives. Rejects if the archive fails, cannot be downloaded, or is not ready after 30 minutes.
 */
function saveCompletedArchive(id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false
    let isSaving = false
    let pollTimer: ReturnType<typeof setTimeout> | undefined
    const end = (callback: () => void) => {
      if (hasEnded) return
      hasEnded = true
      socket.close()
      clearTimeout(pollTimer)
      clearTimeout(timeoutTimer)
      callback()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const onState = (state: Download['state']) => {
      if (hasEnded) return
      if (state === 'failed') return fail(new Error('The archive could not be made'))
      if (state === 'ready') void save()
    }
    const save = async () => {
      if (isSaving) return
      isSaving = true
      try {
        const { url } = await call(getDownloadUrl, { params: { id } })
        if (hasEnded) return
        saveFile(url, `${id}.zip`)
        end(resolve)
      } catch (error) {
        // The archive is ready: the next poll tries again.
        if (!isRetryable(error)) fail(error)
      } finally {
        isSaving = false
      }
    }
    const poll = async () => {
      // A failed poll, offline for instance, is repeated.
      const downloads = await call(getDownloads).catch(() => null)
      const state = downloads?.items.find(download => download.id === id)?.state
      if (state) onState(state)
      if (!hasEnded) pollTimer = setTimeout(poll, POLL_MS)
    }
    const socket = subscribeDownloads(({ key, message }) => {
      if (message.downloadId === id) onState(STATE_BY_KEY[key])
    }, TIMEOUT_MS)
    const timeoutTimer = setTimeout(() => fail(new Error('The archive took too long')), TIMEOUT_MS)
    pollTimer = setTimeout(poll, FIRST_POLL_MS)
  })
}

const STATE_BY_KEY: Record<DownloadPush['key'], Download['state']> = {
  'archive-generation-started': 'in-progress',
  'archive-generation-finished': 'ready',
  'archive-generation-error': 'failed',
}
