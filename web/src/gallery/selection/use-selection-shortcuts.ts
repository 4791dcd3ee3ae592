import { useEffect, useEffectEvent } from 'react'
import type { PhotoAction } from '../actions/photo-action.ts'

/** Handles the shortcuts of the selection mode: Escape ends it, Ctrl or Cmd + A selects all, a key runs its action. */
export function useSelectionShortcuts(
  isEnabled: boolean,
  { onEnd, onSelectAll, actions, perform }: SelectionKeys,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isHandledElsewhere(event.target)) return
    if (event.key === 'Escape') return onEnd()
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      return onSelectAll()
    }
    const action = event.altKey ? undefined : actions.find(({ shortcut }) => shortcut === event.key)
    if (!action) return
    event.preventDefault()
    void perform(action)
  })
  useEffect(() => {
    if (!isEnabled) return
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isEnabled])
}

export interface SelectionKeys {
  onEnd: () => void
  onSelectAll: () => void
  actions: readonly PhotoAction[]
  perform: (action: PhotoAction) => unknown
}

/** A form field or an open dialog or list handles these keys itself. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]',
    ) !== null
  )
}
