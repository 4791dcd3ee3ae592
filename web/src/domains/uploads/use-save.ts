import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import type { Uploads } from './engine/uploads.ts'
import { useRefresh } from './use-refresh.ts'

/**
 * 'Upload' (PL-043): waits until everything has arrived, removes what was deselected, goes to the photos and says how
 * many were added. When a file failed during the wait the modal stays open and shows it.
 */
export function useSave(uploads: Uploads, onClose: () => void): Saving {
  const texts = useTexts()
  const router = useRouter()
  const refresh = useRefresh()
  const [phase, setPhase] = useState<Saving['phase']>('open')
  const [failed, setFailed] = useState(false)
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
    setFailed(false)
    setPhase('finishing')
    if (!(await arrive())) return setPhase('open')
    setPhase('removing')
    try {
      const result = await uploads.confirm()
      refresh()
      say(result)
      onClose()
      if (router.state.location.pathname !== PATHS.photos)
        await router.navigate({ to: PATHS.photos, ignoreBlocker: true })
    } catch {
      setFailed(true)
      setPhase('open')
    }
  }
  const say = ({ added, known }: { added: number; known: number }) => {
    const text =
      added > 0
        ? texts.text('upload.added-toast', { count: added })
        : texts.text('upload.group.already-there', { count: known })
    toasts.add({ kind: 'success', text })
  }
  return { phase, failed, save, giveUp: () => waiting.current?.abort() }
}

export interface Saving {
  /** finishing: waits for what is still on its way, can be given up; removing: cannot. */
  phase: 'open' | 'finishing' | 'removing'
  failed: boolean
  save: () => Promise<void>
  giveUp: () => void
}
