import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { useInvalidateLibrary } from '../components/use-uploads.ts'
import { AlbumFailure } from '../engine/confirm-uploads.ts'
import type { Uploads } from '../engine/uploads.ts'
import { formatSavedText } from '../queue/counts.ts'
import { useShowPhotos } from '../show/show-request.ts'

/**
 * 'Upload': deletes deselected photos, closes the modal and navigates to the photos, or to the album of the new ones. Files that are not
 * sent yet continue in the tray, which also lists failed files; without such files a toast shows the number of photos and links to
 * them. Waits only for files that a phone is sending, whose session ends when the modal closes.
 */
export function useSave(uploads: Uploads, albumId: string | undefined, onClose: () => void) {
  const texts = useTexts()
  const router = useRouter()
  const refresh = useInvalidateLibrary()
  const show = useShowPhotos()
  // finishing: waits for a phone and can be cancelled; removing: cannot be cancelled.
  const [phase, setPhase] = useState<'open' | 'finishing' | 'removing'>('open')
  const [failureMessage, setFailureMessage] = useState<MessageId>()
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  const save = async () => {
    setFailureMessage(undefined)
    setPhase('finishing')
    abortController.current = new AbortController()
    if (!(await uploads.waitForPhoneFiles(abortController.current.signal))) return setPhase('open')
    setPhase('removing')
    try {
      const { batchIds, unfinishedCount, ...savedUploads } = await uploads.confirm()
      refresh()
      if (unfinishedCount === 0)
        toasts.add({
          subject: 'upload',
          kind: 'success',
          text: formatSavedText(texts, savedUploads, albumId),
          action: { label: texts.text('upload-receipt.show'), onAction: () => show(batchIds) },
        })
      onClose()
      const target = albumId === undefined ? LIBRARY : { to: PATHS.album, params: { id: albumId } }
      if (router.state.location.pathname !== router.buildLocation(target).pathname)
        await router.navigate({ ...target, ignoreBlocker: true })
    } catch (error) {
      setFailureMessage(toSaveErrorMessage(error))
      setPhase('open')
    }
  }
  return { phase, failureMessage, save, cancel: () => abortController.current?.abort() }
}

/** Returns the message for an error of `Uploads.confirm`. */
export function toSaveErrorMessage(error: unknown): MessageId {
  return error instanceof AlbumFailure ? 'upload.album-failed' : 'upload.save-failed'
}

const LIBRARY = { to: PATHS.photos }
