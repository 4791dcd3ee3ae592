import { useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import { DiscardDialog } from '../components/discard-dialog.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { ExportSummary } from '../components/export-summary.tsx'
import { FolderAlbums } from '../components/folder-albums.tsx'
import { MovingHint } from '../components/moving-hint.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { UploadProgress } from '../components/upload-progress.tsx'
import { useImport } from '../components/use-import.ts'
import type { Uploads } from '../engine/uploads.ts'
import { FileList } from '../file-list/file-list.tsx'
import { PhoneTab } from '../phone/phone-tab.tsx'
import styles from './upload-dialog.module.css'
import { useSave } from './use-save.ts'

/** The modal of started uploads. With `albumId`, 'Upload' navigates to that album. */
export function UploadDialog({ uploads, albumId, onClose }: UploadDialogProps) {
  const { text } = useTexts()
  const { state, exports, isPhone, hasPhoneTab, isPhoneTab, setTab, session, hasUnsaved, blocker } =
    useImport(uploads, albumId)
  const { counts, offline } = state
  const { phase, failureMessage, save, cancel } = useSave(uploads, albumId, onClose)
  const [isConfirming, setConfirming] = useState(false)
  const choose = useRef<() => void>(() => {})

  const close = () => {
    cancel()
    if (hasUnsaved) setConfirming(true)
    else onClose()
  }
  const cancelDiscard = () => {
    setConfirming(false)
    if (blocker.status === 'blocked') blocker.reset()
  }
  const onDiscarded = () => {
    if (blocker.status === 'blocked') blocker.proceed()
    onClose()
  }
  return (
    <>
      <Dialog
        title={text('photos.add')}
        onClose={close}
        closeDisabled={phase === 'removing'}
        alert={
          failureMessage ? (
            <AlertBanner kind="error">{text(failureMessage)}</AlertBanner>
          ) : (
            offline && <AlertBanner kind="warning">{text('upload.reason.network')}</AlertBanner>
          )
        }
        footer={
          <>
            <UploadProgress counts={counts} />
            {counts.total > 0 && (
              <span className={styles.summary}>{text('upload.summary', { ...counts })}</span>
            )}
            <Button onClick={phase === 'finishing' ? cancel : close} disabled={phase === 'removing'}>
              {text('action.cancel')}
            </Button>
            <Button
              variant="primary"
              pending={phase !== 'open'}
              disabledReason={counts.selected === 0 && text('upload.nothing-selected')}
              onClick={() => void save()}
            >
              {text(phase === 'open' ? 'upload.submit' : 'upload.saving')}
            </Button>
          </>
        }
      >
        <TabList
          label={text('upload.tabs')}
          tabs={[
            { id: 'device', label: text('upload.tab.device') },
            ...(hasPhoneTab ? [{ id: 'phone', label: text('upload.tab.phone') }] : []),
          ]}
          selected={isPhoneTab ? 'phone' : 'device'}
          onSelect={setTab}
          idPrefix="import"
        >
          {isPhoneTab ? (
            <PhoneTab session={session} />
          ) : (
            <>
              <DropZone onPicked={uploads.add} choose={choose} prominent={counts.total === 0} />
              {counts.total === 0 && !isPhone && <MovingHint />}
              <UnfinishedBanner uploads={uploads} state={state} onChoose={() => choose.current()} />
            </>
          )}
          <ExportSummary exports={exports} />
          <FolderAlbums uploads={uploads} state={state} />
          <FileList uploads={uploads} state={state} />
        </TabList>
      </Dialog>
      {(isConfirming || blocker.status === 'blocked') && (
        <DiscardDialog uploads={uploads} counts={counts} onKeep={cancelDiscard} onDiscarded={onDiscarded} />
      )}
    </>
  )
}

export interface UploadDialogProps {
  uploads: Uploads
  /** The album the photos are added to, besides the library. */
  albumId?: string
  onClose: () => void
}
