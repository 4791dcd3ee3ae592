import { type Download, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import type { DownloadPush } from '#contract/push.ts'
import { saveFile } from '#web/platform/files/save-file.ts'
import { call } from '#web/platform/http/call.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { subscribeDownloads } from '#web/platform/push/downloads.ts'

/** Poll interval: a push message may be lost. */
const POLL_MS = 3000
/** A small archive is ready before the socket is open. */
const FIRST_POLL_MS = 500
/** An archive that is not ready by then counts as failed (PL-113). */
const TIMEOUT_MS = 30 * 60_000

/**
 * Waits until an archive is ready and saves it as {id}.zip (PL-112): listens for push messages and polls every 3 s. Ignores
 * messages about other archives. Rejects if the archive fails, cannot be downloaded, or is not ready after 30 minutes.
 */
export function saveCompletedArchive(id: string): Promise<void> {
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
