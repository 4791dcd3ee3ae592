import { useBlocker } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useFlag } from '#web/platform/flags/flags.ts'
import type { Uploads } from '../engine/uploads.ts'
import { useUploadSession } from '../phone/use-upload-session.ts'
import { hasUnsavedChanges } from '../queue/upload-item.ts'
import { formatExports, useNamedExports } from './export-summary.tsx'
import { useAnnouncements } from './use-announcements.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useWakeLock } from './use-wake-lock.ts'

/**
 * Returns what the modal and the page of uploads show of an import: its files, the exports that they are of, the tab with the
 * session of a phone, which a phone itself does not have, and whether leaving would lose something, which `blocker` asks about.
 */
export function useImport(uploads: Uploads, albumId: string | undefined) {
  const state = useSyncExternalStore(uploads.subscribe, uploads.state)
  const { counts } = state
  const isPhone = useIsPhone()
  const hasPhoneTab = useFlag('PhotoManagementQrCodeUploadEnabled') && !isPhone
  const [tab, setTab] = useState('device')
  const isPhoneTab = hasPhoneTab && tab === 'phone'
  const session = useUploadSession(uploads, isPhoneTab, albumId)
  const exports = useNamedExports(state)
  useAnnouncements(counts, 'selection', formatExports(exports))
  useWakeLock(counts.active > 0)
  const hasUnsaved = hasUnsavedChanges(state)
  // Also blocks the browser's Back, which customers use on phones to close a modal.
  const blocker = useBlocker({
    shouldBlockFn: () => hasUnsaved,
    enableBeforeUnload: () => counts.active + counts.paused > 0 || (hasUnsaved && !uploads.isStored()),
    withResolver: true,
  })
  return { state, exports, isPhone, hasPhoneTab, isPhoneTab, setTab, session, hasUnsaved, blocker }
}
