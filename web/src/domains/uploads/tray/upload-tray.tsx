import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFlag } from '#web/platform/flags/flags.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { showRequest } from '../show/show-request.ts'
import { hasStoredUploads } from '../storage/queue-storage.ts'
import { currentUploads } from './current-uploads.ts'

const TrayPanel = lazyComponent(() => import('./tray-panel.tsx').then(({ TrayPanel }) => TrayPanel))

/** The tray of running uploads, restored after a reload; renders nothing without uploads. */
export function UploadTray() {
  const session = useSession()
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  useEffect(() => {
    if (session.status === 'signed-out') showRequest.set(undefined)
  }, [session.status])
  if (session.status !== 'signed-in' || !mayAdd) return null
  return <AccountTray key={session.claims.sub} account={session.claims.sub} />
}

function AccountTray({ account }: { account: string }) {
  const current = useSyncExternalStore(currentUploads.subscribe, currentUploads.get)
  const [stored, setStored] = useState(false)
  useEffect(() => {
    let unmounted = false
    // Denied storage has nothing to restore.
    hasStoredUploads(account).then(
      found => !unmounted && setStored(found),
      () => {},
    )
    return () => {
      unmounted = true
    }
  }, [account])
  // Signing out stops sending.
  useEffect(() => () => void currentUploads.close(), [])
  if (!current && !stored) return null
  return <TrayPanel account={account} onEmpty={() => setStored(false)} />
}
