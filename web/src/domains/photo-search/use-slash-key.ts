import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen, isInField } from '#web/gallery/index.ts'

/** Calls `onSlash` for '/' (NX-201), unless it is typed into a field or a dialog is open. */
export function useSlashKey(onSlash: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isInField(event.target) || isDialogOpen()) return
    event.preventDefault()
    onSlash()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
