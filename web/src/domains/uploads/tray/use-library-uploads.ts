import { useEffect, useState } from 'react'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'
import { browserEnvironment } from '../engine/browser-environment.ts'
import { createUploads, type Uploads } from '../engine/uploads.ts'
import { currentUploads } from './current-uploads.ts'

/**
 * The page's uploads for a modal or an upload page, which begins an import: files are added to `albumId`, if given. They go
 * on after it is closed, as far as they are confirmed.
 */
export function useLibraryUploads(account: string, endpoint: string, albumId?: string): Uploads {
  const [uploads] = useState(() => uploadsOf(account, endpoint))
  useEffect(() => {
    uploads.beginImport(albumId)
    start(account, uploads)
    changeUsers(uploads, 1)
    return () => changeUsers(uploads, -1)
  }, [account, uploads, albumId])
  useEffect(
    () => () => {
      const running = currentUploads.get()
      if (running?.uploads === uploads && running.openViews === 0) void uploads.endImport()
    },
    [uploads],
  )
  return uploads
}

/** The page's uploads for the tray, and whether what an earlier visit stored is restored. */
export function useRestoredUploads(account: string, endpoint: string): [uploads: Uploads, restored: boolean] {
  const [uploads] = useState(() => uploadsOf(account, endpoint))
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    let unmounted = false
    void start(account, uploads).then(() => {
      if (!unmounted) setRestored(true)
    })
    return () => {
      unmounted = true
    }
  }, [account, uploads])
  return [uploads, restored]
}

/** The running uploads of the account, or new ones that are not started. */
function uploadsOf(account: string, endpoint: string): Uploads {
  const running = currentUploads.get()
  if (running?.account === account) return running.uploads
  // Phones give no handles to read files again after a reload.
  return createUploads(browserEnvironment(account, endpoint, { cacheFiles: isMobile(getScreenSize()) }))
}

/** Starts the uploads unless they run. Resolves when the stored queue is restored. */
function start(account: string, uploads: Uploads): Promise<void> {
  const running = currentUploads.get()
  if (running?.uploads === uploads) return started
  if (running) void currentUploads.close()
  // At once if possible: files that are added next are compared with the restored queue.
  const closing = currentUploads.closing()
  started = closing ? closing.then(() => uploads.start()) : uploads.start()
  currentUploads.set({ account, uploads, openViews: 0 })
  return started
}

let started = Promise.resolve()

function changeUsers(uploads: Uploads, by: number) {
  const running = currentUploads.get()
  if (running?.uploads === uploads) currentUploads.set({ ...running, openViews: running.openViews + by })
}
