import { useEffect, useRef, useState } from 'react'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { browserEnvironment, uploadEndpoint } from '../engine/browser-environment.ts'
import { createUploads } from '../engine/uploads.ts'
import { ImportDialog } from './import-dialog.tsx'

/** 'Add photos' (PL-039). `droppedFiles` were dropped on the page that opened it and are sent at once. */
export function ImportModal(props: ImportModalProps) {
  const endpoint = uploadEndpoint()
  if (endpoint) return <Import endpoint={endpoint} {...props} />
  return <AddressProblem onClose={props.onClose} />
}

export interface ImportModalProps {
  /** They go into that album, too (PL-044). */
  albumId?: string
  droppedFiles?: readonly (File | PickedFile)[]
  onClose: () => void
}

function Import({ endpoint, albumId, droppedFiles, onClose }: ImportModalProps & { endpoint: string }) {
  const { sub } = useClaims()
  const [uploads] = useState(() => createUploads(browserEnvironment(sub, endpoint), albumId))
  const waiting = useRef(droppedFiles)
  useEffect(() => {
    void uploads.start()
    const dropped = waiting.current ?? []
    waiting.current = undefined
    void uploads.add(dropped.map(each => (each instanceof File ? { file: each } : each)))
    return () => void uploads.stop()
  }, [uploads])
  return <ImportDialog uploads={uploads} albumId={albumId} onClose={onClose} />
}

/** The configured address is no address: the flow is not started (PL-047). */
function AddressProblem({ onClose }: { onClose: () => void }) {
  const { text } = useTexts()
  return (
    <Dialog title={text('upload.title')} closeLabel={text('action.close')} onClose={onClose}>
      <AlertBanner kind="error">{text('upload.address-invalid')}</AlertBanner>
    </Dialog>
  )
}
