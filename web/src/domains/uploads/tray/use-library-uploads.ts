import { useEffect, useState } from 'react'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'
import { createBrowserEnvironment } from '../engine/browser-environment.ts'
import { createUploads, type Uploads } from '../engine/uploads.ts'
import { currentUploads } from './current-uploads.ts'

/**
 * Returns the page's uploads for a modal or an upload page, which begins an import: files are added to `albumId`, if
 * given. Confirmed files continue after it is closed.
 */
export function useLibraryUploads(account: string, endpoint: string, albumId?: string): Uploads {
  const [uploads] = useState(() => getUploads(account, endpoint))
  useEffect(() => {
    uploads.beginImport(albumId)
    start(account, uploads)
    updateOpenViews(uploads, 1)
    return () => updateOpenViews(uploads, -1)
  }, [account, uploads, albumId])
  useEffect(
    () => () => {
      const runningUploads = currentUploads.get()
      if (runningUploads?.uploads === uploads && runningUploads.openViews === 0) void uploads.endImport()
    },
    [uploads],
  )
  return uploads
}

/** Returns the page's uploads for the tray, and whether the queue of an earlier visit has been restored. */
export function useRestoredUploads(
  account: string,
  endpoint: string,
): [uploads: Uploads, isRestored: boolean] {
  const [uploads] = useState(() => getUploads(account, endpoint))
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    void start(account, uploads).then(() => {
      if (!isUnmounted) setRestored(true)
    })
    return () => {
      isUnmounted = true
    }
  }, [account, uploads])
  return [uploads, isRestored]
}

/** Returns the page's uploads, started, with the queue of an earlier visit. The tray shows them. */
export async function startLibraryUploads(account: string, endpoint: string): Promise<Uploads> {
  const uploads = getUploads(account, endpoint)
  await start(account, uploads)
  return uploads
}

/** Returns the running uploads of the account, or new ones that are not started. */
function getUploads(account: string, endpoint: string): Uploads {
  const runningUploads = currentUploads.get()
  if (runningUploads?.account === account) return runningUploads.uploads
  // Phones give no handles to read files again after a reload.
  return createUploads(createBrowserEnvironment(account, endpoint, { cacheFiles: isMobile(getScreenSize()) }))
}

/** Starts the uploads unless they run. Resolves when the stored queue is restored. */
function start(account: string, uploads: Uploads): Promise<void> {
  const runningUploads = currentUploads.get()
  if (runningUploads?.uploads === uploads) return startPromise
  if (runningUploads) void currentUploads.close()
  // At once if possible: files that are added next are compared with the restored queue.
  const closing = currentUploads.closing()
  startPromise = closing ? closing.then(() => uploads.start()) : uploads.start()
  currentUploads.set({ account, uploads, openViews: 0 })
  return startPromise
}

let startPromise = Promise.resolve()

function updateOpenViews(uploads: Uploads, delta: number) {
  const runningUploads = currentUploads.get()
  if (runningUploads?.uploads === uploads)
    currentUploads.set({ ...runningUploads, openViews: runningUploads.openViews + delta })
}
