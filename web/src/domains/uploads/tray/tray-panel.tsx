import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { getCustomer } from '#web/platform/session/session.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import cornerCard from '#web/ui/corner-card.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { DiscardDialog } from '../components/discard-dialog.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { UploadProgress } from '../components/upload-progress.tsx'
import { useAnnouncements } from '../components/use-announcements.ts'
import { useInvalidateLibrary } from '../components/use-uploads.ts'
import { useWakeLock } from '../components/use-wake-lock.ts'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { FileList } from '../file-list/file-list.tsx'
import { listBatchIds } from '../queue/counts.ts'
import { getReceiptTarget } from '../receipt/receipt-target.ts'
import { currentUploads } from './current-uploads.ts'
import { formatTrayTitle } from './problems-line.tsx'
import { SendingCard } from './sending-card.tsx'
import { SentCard } from './sent-card.tsx'
import styles from './tray-panel.module.css'
import { useRestoredUploads } from './use-library-uploads.ts'

const UploadModal = lazyComponent(() => import('../upload-dialog/upload-modal.tsx'), 'UploadModal')

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
      <aside
        ref={focus.tray}
        aria-label={text('upload.tray.label')}
        className={classes('ui-edge-in-contrast ui-screen-only', cornerCard.card, styles.tray)}
        data-tray
      >
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
 * Lets the browser ask before the page is left while files are being sent. Not once the account is signed out: the
 * page is reloaded then, and its photos must not stay on the screen.
 */
function useLeaveWarning(isEnabled: boolean, account: string) {
  const warn = (event: BeforeUnloadEvent) => {
    if (getCustomer(pageSession().state())?.sub === account) event.preventDefault()
  }
  useWindowEvent('beforeunload', warn, isEnabled)
}

/** 'Stop adding photos?' Sent photos stay in the library. Closes when all files are sent. */
function CancelDialog({ uploads, state, onClose }: CancelDialogProps) {
  const { text } = useTexts()
  const { unsent, received } = state.counts
  useEffect(() => {
    if (unsent === 0) onClose()
  })
  return (
    <ConfirmDialog
      title={text('upload.tray.cancel.title')}
      confirmLabel={text('upload.tray.cancel.confirm')}
      cancelLabel={text('upload.confirm-close.keep')}
      danger
      onConfirm={() => {
        uploads.cancelUnsent().catch(reportFailure)
        onClose()
      }}
      onCancel={onClose}
    >
      <p>{text('upload.tray.cancel.text', { count: unsent })}</p>
      {received > 0 && <p>{text('upload.tray.cancel.kept', { count: received })}</p>}
    </ConfirmDialog>
  )
}

interface CancelDialogProps {
  uploads: Uploads
  state: UploadsState
  onClose: () => void
}

/** Asks whether to continue or discard uploads that were neither confirmed nor discarded before a reload. */
function UnconfirmedUploadsCard({ uploads, state, onContinue }: UnconfirmedUploadsCardProps) {
  const { text } = useTexts()
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      <aside
        aria-label={text('upload.tray.label')}
        className={classes('ui-edge-in-contrast ui-screen-only', cornerCard.card, styles.tray)}
        data-tray
      >
        <div className={styles.text}>
          <h2 className={classes('ui-fill ui-breaks', styles.title)}>
            {text('upload.tray.undecided', { count: state.counts.photos })}
          </h2>
          <p>{text('upload.tray.undecided.text')}</p>
        </div>
        <div className={classes('ui-line8', styles.actions)}>
          <Button size="small" onClick={onContinue}>
            {text('action.continue')}
          </Button>
          <Button size="small" variant="plain" className={styles.cancel} onClick={() => setDiscarding(true)}>
            {text('upload.confirm-close.discard')}
          </Button>
        </div>
      </aside>
      {isDiscarding && (
        <DiscardDialog
          uploads={uploads}
          counts={state.counts}
          onKeep={() => setDiscarding(false)}
          onDiscarded={() => setDiscarding(false)}
        />
      )}
    </>
  )
}

interface UnconfirmedUploadsCardProps {
  uploads: Uploads
  state: UploadsState
  onContinue: () => void
}

/** All confirmed files with their states, to pause, retry or remove each. */
function DetailsDialog({ uploads, state, onClose, onCancel }: DetailsDialogProps) {
  const { texts, text } = useTexts()
  const { counts, offline, queue } = state
  const choose = useRef<() => void>(() => {})
  const { label, ...receipt } = getReceiptTarget(listBatchIds(queue))
  return (
    <Dialog
      title={formatTrayTitle(texts, state)}
      onClose={onClose}
      alert={offline && <AlertBanner kind="warning">{text('upload.reason.network')}</AlertBanner>}
      footer={
        <>
          <UploadProgress counts={counts} />
          <Link {...receipt} className={buttonClass('text')} onClick={onClose}>
            {text(label)}
          </Link>
          {counts.unsent > 0 && <Button onClick={onCancel}>{text('action.cancel')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {text('action.close')}
          </Button>
        </>
      }
    >
      {counts.missing > 0 && (
        <>
          <DropZone onPicked={uploads.addMissing} choose={choose} />
          <UnfinishedBanner uploads={uploads} state={state} onChoose={() => choose.current()} />
        </>
      )}
      <FileList uploads={uploads} state={state} confirmation="confirmed" />
    </Dialog>
  )
}

interface DetailsDialogProps {
  uploads: Uploads
  state: UploadsState
  onClose: () => void
  onCancel: () => void
}
