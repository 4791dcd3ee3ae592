import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { useInvalidateLibrary } from '../components/use-invalidate-library.ts'
import { AlbumFailure } from '../engine/confirm-uploads.ts'
import type { Uploads } from '../engine/uploads.ts'
import { savedText } from '../queue/saved-text.ts'
import { useShowPhotos } from '../show/use-show-photos.ts'

/**
 * 'Upload' (PL-043): deletes deselected photos, closes the modal and navigates to the photos or to the album they are
 * added to (PL-044). Files that are not sent yet go on in the tray, which also has those that failed; without such
 * files a toast shows the number of photos and leads to them. Only files that a phone is sending are waited for:
 * closing ends its session (OP-12).
 */
export function useSave(uploads: Uploads, albumId: string | undefined, onClose: () => void): Saving {
  const texts = useTexts()
  const router = useRouter()
  const refresh = useInvalidateLibrary()
  const show = useShowPhotos()
  const [phase, setPhase] = useState<Saving['phase']>('open')
  const [failed, setFailed] = useState<Saving['failed']>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const save = async () => {
    setFailed(undefined)
    setPhase('finishing')
    abort.current = new AbortController()
    if (!(await uploads.waitForPhoneFiles(abort.current.signal))) return setPhase('open')
    setPhase('removing')
    try {
      const { batchIds, rest, ...saved } = await uploads.confirm()
      refresh()
      if (rest === 0)
        toasts.add({
          subject: 'upload',
          kind: 'success',
          text: savedText(texts, saved, albumId),
          action: { label: texts.text('upload-receipt.show'), onAction: () => show(batchIds) },
        })
      onClose()
      const target = albumId === undefined ? LIBRARY : { to: PATHS.album, params: { id: albumId } }
      if (router.state.location.pathname !== router.buildLocation(target).pathname)
        await router.navigate({ ...target, ignoreBlocker: true })
    } catch (error) {
      setFailed(saveErrorMessage(error))
      setPhase('open')
    }
  }
  return { phase, failed, save, cancel: () => abort.current?.abort() }
}

/** Returns the message for an error of `Uploads.confirm`. */
export function saveErrorMessage(error: unknown) {
  return error instanceof AlbumFailure ? 'upload.album-failed' : 'upload.save-failed'
}

const LIBRARY = { to: PATHS.photos }

export interface Saving {
  /** finishing: waits for a phone and can be cancelled; removing: cannot be cancelled. */
  phase: 'open' | 'finishing' | 'removing'
  /** The message for the last failed attempt. */
  failed: ReturnType<typeof saveErrorMessage> | undefined
  save: () => Promise<void>
  cancel: () => void
}
