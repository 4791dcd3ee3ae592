import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { pageSession } from '#web/platform/session/page-session.ts'
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

/** The uploads of the account in a card at the lower edge, which stays while pages change. `onEmpty`: there are none left. */
export function TrayPanel({ account, onEmpty }: TrayPanelProps) {
  const endpoint = getUploadEndpoint()
  return endpoint ? <Tray {...{ account, endpoint, onEmpty }} /> : null
}

export interface TrayPanelProps {
  account: string
  onEmpty: () => void
}

function Tray({ account, endpoint, onEmpty }: TrayPanelProps & { endpoint: string }) {
  const [uploads, restored] = useRestoredUploads(account, endpoint)
  const openViews = useSyncExternalStore(currentUploads.subscribe, () => currentUploads.get()?.openViews ?? 0)
  const undecided = useSyncExternalStore(uploads.subscribe, uploads.state)
  const confirmed = useSyncExternalStore(uploads.subscribe, uploads.confirmed)
  const [continuing, setContinuing] = useState(false)
  const empty = restored && openViews === 0 && undecided.queue.length + confirmed.queue.length === 0
  useEffect(() => {
    if (!empty) return
    void currentUploads.close()
    onEmpty()
  })
  return (
    <>
      {openViews === 0 && undecided.queue.length > 0 && (
        <UnconfirmedUploadsCard uploads={uploads} state={undecided} onContinue={() => setContinuing(true)} />
      )}
      {continuing && (
        <UploadModal albumId={undecided.queue[0]?.albumId} onClose={() => setContinuing(false)} />
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
  const sent = counts.unsent === 0
  useAnnouncements(counts, true)
  useWakeLock(counts.active > 0 && !sent)
  useUnsavedWork(!sent)
  useLeaveWarning(counts.unsent > counts.missing, account)
  const focus = useFocusOnEnd(sent)
  useEffect(() => {
    if (sent) refresh()
  }, [sent, refresh])
  const dialogs = { onDetails: () => setDialog('details'), onCancel: () => setDialog('cancel') }
  return (
    <>
      <aside ref={focus.tray} aria-label={text('upload.tray.label')} className={styles.tray} data-tray>
        {sent ? (
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

/** Returns the focus of a control of SendingCard goes to the button that closes SentCard. */
function useFocusOnEnd(sent: boolean) {
  const tray = useRef<HTMLElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const onSendingEnded = useCallback(() => {
    hadFocus.current = tray.current?.contains(document.activeElement) ?? false
  }, [])
  useLayoutEffect(() => {
    if (sent && hadFocus.current) closeButton.current?.focus()
  }, [sent])
  return { tray, closeButton, onSendingEnded }
}

/**
 * Lets the browser ask before the page is left while files are being sent (OP-10). Not once the account is signed out: the
 * page is reloaded then, and its photos must not stay on the screen.
 */
function useLeaveWarning(on: boolean, account: string) {
  useEffect(() => {
    if (!on) return
    const ask = (event: BeforeUnloadEvent) => {
      const session = pageSession().state()
      if (session.status === 'signed-in' && session.claims.sub === account) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [on, account])
}
