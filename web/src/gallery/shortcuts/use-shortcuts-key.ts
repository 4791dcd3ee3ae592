import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen, isInField } from './key-target.ts'

/** Calls `open` when '?' is pressed on the page: not in form fields, and not while a dialog or the preview is open. */
export function useShortcutsKey(open: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    if (isInField(event.target) || isDialogOpen()) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}
