import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { pageSession } from '#web/platform/session/page-session.ts'
import { getCustomer } from '#web/platform/session/session.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { useAnnouncements } from '../components/use-announcements.ts'
import { useInvalidateLibrary } from '../components/use-invalidate-library.ts'
import { useWakeLock } from '../components/use-wake-lock.ts'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { currentUploads } from './current-uploads.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { SendingCard } from './sending-card.tsx'
import { SentCard } from './sent-card.tsx'
import styles from './tray-panel.module.css'
import { UnconfirmedUploadsCard } from './unconfirmed-uploads-card.tsx'
import { useRestoredUploads } from './use-library-uploads.ts'

const UploadModal = lazyComponent(() =>
  import('../upload-dialog/upload-modal.tsx').then(({ UploadModal }) => UploadModal),
)

/**
 * The uploads of the account in a card at the lower edge, which stays while pages change. Calls `onEmpty` when no
 * uploads are left.
 */
export function TrayPanel({ account, onEmpty }: TrayPanelProps) {
  const endpoint = getUploadEndpoint()
  return endpoint ? <Tray {...{ account, endpoint, onEmpty }} /> : null
}

export interface TrayPanelProps {
  account: string
  onEmpty: () => void
}

function Tray({ account, endpoint, onEmpty }: TrayPanelProps & { endpoint: string }) {
  const [uploads, isRestored] = useRestoredUploads(account, endpoint)
  const openViews = useSyncExternalStore(currentUploads.subscribe, () => currentUploads.get()?.openViews ?? 0)
  const unconfirmed = useSyncExternalStore(uploads.subscribe, uploads.state)
  const confirmed = useSyncExternalStore(uploads.subscribe, uploads.confirmed)
  const [isContinuing, setContinuing] = useState(false)
  const isEmpty = isRestored && openViews === 0 && unconfirmed.queue.length + confirmed.queue.length === 0
  useEffect(() => {
    if (!isEmpty) return
    void currentUploads.close()
    onEmpty()
  })
  return (
    <>
      {openViews === 0 && unconfirmed.queue.length > 0 && (
        <UnconfirmedUploadsCard
          uploads={uploads}
          state={unconfirmed}
          onContinue={() => setContinuing(true)}
        />
      )}
      {isContinuing && (
        <UploadModal albumId={unconfirmed.queue[0]?.albumId} onClose={() => setContinuing(false)} />
      )}
      {confirmed.queue.length > 0 && (
        <ConfirmedUploads account={account} uploads={uploads} state={confirmed} />
      )}
    </>
  )
}

interface ConfirmedUploadsProps {
  account: string
  uploads: Uploads
  state: UploadsState
}

function ConfirmedUploads({ account, uploads, state }: ConfirmedUploadsProps) {
  const { text } = useTexts()
  const refresh = useInvalidateLibrary()
  const [dialog, setDialog] = useState<'details' | 'cancel'>()
  const { counts } = state
  const isSent = counts.unsent === 0
  useAnnouncements(counts, 'confirmed')
  useWakeLock(counts.active > 0 && !isSent)
  useUnsavedWork(!isSent)
  useLeaveWarning(counts.unsent > counts.missing, account)
  const focus = useFocusOnEnd(isSent)
  useEffect(() => {
    if (isSent) refresh()
  }, [isSent, refresh])
  const dialogs = { onDetails: () => setDialog('details'), onCancel: () => setDialog('cancel') }
  return (
    <>
      <aside ref={focus.tray} aria-label={text('upload.tray.label')} className={styles.tray} data-tray>
        {isSent ? (
          <SentCard
            uploads={uploads}
            state={state}
            hasDialog={dialog !== undefined}
            closeButton={focus.closeButton}
            {...dialogs}
          />
        ) : (
          <SendingCard uploads={uploads} state={state} onUnmount={focus.onSendingEnded} {...dialogs} />
        )}
      </aside>
      {dialog === 'details' && (
        <DetailsDialog
          uploads={uploads}
          state={state}
          onClose={() => setDialog(undefined)}
          onCancel={dialogs.onCancel}
        />
      )}
      {dialog === 'cancel' && (
        <CancelDialog uploads={uploads} state={state} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

/** Moves the focus from a control of SendingCard to the button that closes SentCard. */
function useFocusOnEnd(isSent: boolean) {
  const tray = useRef<HTMLElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const onSendingEnded = useCallback(() => {
    hadFocus.current = tray.current?.contains(document.activeElement) ?? false
  }, [])
  useLayoutEffect(() => {
    if (isSent && hadFocus.current) closeButton.current?.focus()
  }, [isSent])
  return { tray, closeButton, onSendingEnded }
}

/**
 * Lets the browser ask before the page is left while files are being sent (OP-10). Not once the account is signed out: the
 * page is reloaded then, and its photos must not stay on the screen.
 */
function useLeaveWarning(isEnabled: boolean, account: string) {
  useEffect(() => {
    if (!isEnabled) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (getCustomer(pageSession().state())?.sub === account) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isEnabled, account])
}
