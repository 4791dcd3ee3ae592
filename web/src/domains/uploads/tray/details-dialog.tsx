import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { UploadProgress } from '../components/upload-progress.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { FileList } from '../file-list/file-list.tsx'
import { listBatchIds } from '../queue/counts.ts'
import { getReceiptTarget } from '../receipt/receipt-target.ts'
import { formatTrayTitle } from './tray-title.ts'

/** All confirmed files with their states, to pause, retry or remove each. */
export function DetailsDialog({ uploads, state, onClose, onCancel }: DetailsDialogProps) {
  const texts = useTexts()
  const { text } = texts
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

export interface DetailsDialogProps {
  uploads: Uploads
  state: UploadsState
  onClose: () => void
  onCancel: () => void
}
