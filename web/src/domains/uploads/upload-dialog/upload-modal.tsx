import { useEffect, useRef } from 'react'
import type { PickedSource } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import { useLibraryUploads } from '../tray/use-library-uploads.ts'
import { UploadDialog } from './upload-dialog.tsx'

/** 'Add photos'. Uploads `droppedFiles`, which were dropped on the page, immediately. */
export function UploadModal(props: UploadModalProps) {
  const endpoint = getUploadEndpoint()
  if (endpoint) return <Upload endpoint={endpoint} {...props} />
  return <AddressProblem onClose={props.onClose} />
}

export interface UploadModalProps {
  /** The album the photos are added to, besides the library. */
  albumId?: string
  droppedFiles?: readonly PickedSource[]
  onClose: () => void
}

function Upload({ endpoint, albumId, droppedFiles, onClose }: UploadModalProps & { endpoint: string }) {
  const { sub } = useClaims()
  const uploads = useLibraryUploads(sub, endpoint, albumId)
  const pendingFiles = useRef(droppedFiles)
  useEffect(() => {
    // Added once only: React runs effects twice in development.
    if (pendingFiles.current) void uploads.add(pendingFiles.current)
    pendingFiles.current = undefined
  }, [uploads])
  return <UploadDialog uploads={uploads} albumId={albumId} onClose={onClose} />
}

/** Shown instead of the upload when the configured address is invalid. */
function AddressProblem({ onClose }: { onClose: () => void }) {
  const { text } = useTexts()
  return (
    <Dialog title={text('photos.add')} onClose={onClose}>
      <AlertBanner kind="error">{text('upload.address-invalid')}</AlertBanner>
    </Dialog>
  )
}
