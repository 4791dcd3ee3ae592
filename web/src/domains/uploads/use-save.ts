import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { AlbumFailure, type Uploads } from './engine/uploads.ts'
import { useRefresh } from './use-refresh.ts'

/**
 * 'Upload' (PL-043): waits until everything has arrived, removes what was deselected, goes to the photos, or to the album
 * they were added to (PL-044), and says how many were added. When a file failed during the wait the modal stays open and shows it.
 */
export function useSave(uploads: Uploads, albumId: string | undefined, onClose: () => void): Saving {
  const texts = useTexts()
  const router = useRouter()
  const refresh = useRefresh()
  const [phase, setPhase] = useState<Saving['phase']>('open')
  const [failed, setFailed] = useState<Saving['failed']>()
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])

  const arrive = async () => {
    const { queue, counts } = uploads.state()
    uploads.resume(queue.filter(({ state }) => state === 'paused').map(({ id }) => id))
    waiting.current = new AbortController()
    if (!(await uploads.settled(waiting.current.signal))) return false
    const now = uploads.state().counts
    return now.selected > 0 && now.failed + now.refused <= counts.failed + counts.refused
  }
  const save = async () => {
    setFailed(undefined)
    setPhase('finishing')
    if (!(await arrive())) return setPhase('open')
    setPhase('removing')
    try {
      const result = await uploads.confirm()
      refresh()
      toasts.add({ kind: 'success', text: saved(texts, result, albumId) })
      onClose()
      const target = albumId === undefined ? LIBRARY : { to: PATHS.album, params: { id: albumId } }
      if (router.state.location.pathname !== router.buildLocation(target).pathname)
        await router.navigate({ ...target, ignoreBlocker: true })
    } catch (error) {
      setFailed(saveFailure(error))
      setPhase('open')
    }
  }
  return { phase, failed, save, giveUp: () => waiting.current?.abort() }
}

/** How many were added; known photos are new to an album, not to the library. */
export function saved(texts: Pick<Texts, 'text'>, result: Saved, albumId: string | undefined): string {
  const { added, known } = result
  const count = albumId === undefined ? added : added + known
  return count > 0
    ? texts.text('upload.added-toast', { count })
    : texts.text('upload.group.already-there', { count: known })
}

type Saved = Awaited<ReturnType<Uploads['confirm']>>

/** What is said about a `confirm` that failed. */
export function saveFailure(error: unknown) {
  return error instanceof AlbumFailure ? 'upload.album-failed' : 'upload.save-failed'
}

const LIBRARY = { to: PATHS.photos }

export interface Saving {
  /** finishing: waits for what is still on its way, can be given up; removing: cannot. */
  phase: 'open' | 'finishing' | 'removing'
  /** What is said about the last try. */
  failed: ReturnType<typeof saveFailure> | undefined
  save: () => Promise<void>
  giveUp: () => void
}
