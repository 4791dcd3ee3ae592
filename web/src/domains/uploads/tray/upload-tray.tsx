import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFlag } from '#web/platform/flags/flags.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { getCustomer } from '#web/platform/session/session.ts'
import { showRequest } from '../show/show-request.ts'
import { hasStoredUploads } from '../storage/queue-storage.ts'
import { currentUploads } from './current-uploads.ts'

const TrayPanel = lazyComponent(() => import('./tray-panel.tsx'), 'TrayPanel')

/** The tray of running uploads, restored after a reload; renders nothing without uploads. */
export function UploadTray() {
  const session = useSession()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  // Uploads of an ended session go on after the next sign-in of the same customer.
  const account = getCustomer(session)?.sub
  useEffect(() => {
    if (session.status === 'signed-out' && account === undefined) showRequest.set(undefined)
  }, [session.status, account])
  if (account === undefined || !canAddPhotos) return null
  return <AccountTray key={account} account={account} />
}

function AccountTray({ account }: { account: string }) {
  const current = useSyncExternalStore(currentUploads.subscribe, currentUploads.get)
  const [hasStored, setStored] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    // Denied storage has nothing to restore.
    hasStoredUploads(account).then(
      hasUploads => !isUnmounted && setStored(hasUploads),
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [account])
  // Signing out stops sending.
  useEffect(() => () => void currentUploads.close(), [])
  if (!current && !hasStored) return null
  return <TrayPanel account={account} onEmpty={() => setStored(false)} />
}
