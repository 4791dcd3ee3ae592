import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { useInvalidateLibrary } from '../components/use-invalidate-library.ts'
import { AlbumFailure, type Uploads } from '../engine/uploads.ts'

/**
 * 'Upload' (PL-043): waits for all uploads, deletes deselected photos, navigates to the photos or to the album they were
 * added to (PL-044) and shows a toast with their number. If a file fails while waiting, the modal stays open.
 */
export function useSave(uploads: Uploads, albumId: string | undefined, onClose: () => void): Saving {
  const texts = useTexts()
  const router = useRouter()
  const refresh = useInvalidateLibrary()
  const [phase, setPhase] = useState<Saving['phase']>('open')
  const [failed, setFailed] = useState<Saving['failed']>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const finishUploads = async () => {
    const { queue, counts } = uploads.state()
    uploads.resume(queue.filter(({ state }) => state === 'paused').map(({ id }) => id))
    abort.current = new AbortController()
    if (!(await uploads.whenIdle(abort.current.signal))) return false
    const now = uploads.state().counts
    return now.selected > 0 && now.failed + now.refused <= counts.failed + counts.refused
  }
  const save = async () => {
    setFailed(undefined)
    setPhase('finishing')
    if (!(await finishUploads())) return setPhase('open')
    setPhase('removing')
    try {
      const result = await uploads.confirm()
      refresh()
      toasts.add({ subject: 'upload', kind: 'success', text: savedText(texts, result, albumId) })
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

/** The toast with the number of added photos. With an album, photos that were in the library count as added to it. */
export function savedText(texts: Pick<Texts, 'text'>, result: Saved, albumId: string | undefined): string {
  const { added, known } = result
  const count = albumId === undefined ? added : added + known
  return count > 0
    ? texts.text('upload.added-toast', { count })
    : texts.text('upload.group.already-there', { count: known })
}

type Saved = Awaited<ReturnType<Uploads['confirm']>>

/** The message for an error of `Uploads.confirm`. */
export function saveErrorMessage(error: unknown) {
  return error instanceof AlbumFailure ? 'upload.album-failed' : 'upload.save-failed'
}

const LIBRARY = { to: PATHS.photos }

export interface Saving {
  /** finishing: waits for active uploads and can be cancelled; removing: cannot be cancelled. */
  phase: 'open' | 'finishing' | 'removing'
  /** The message for the last failed attempt. */
  failed: ReturnType<typeof saveErrorMessage> | undefined
  save: () => Promise<void>
  cancel: () => void
}
