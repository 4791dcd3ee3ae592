import { useEffect, useEffectEvent } from 'react'
import type { PhotoAction } from '../actions/photo-action.ts'

/** Shortcuts of the selection mode: Escape ends it, Ctrl or Cmd + A selects all, and each action's own key. */
export function useSelectionShortcuts(
  on: boolean,
  { onEnd, onSelectAll, actions, perform }: SelectionKeys,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isForSomethingElse(event.target)) return
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
    if (!on) return
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [on])
}

export interface SelectionKeys {
  onEnd: () => void
  onSelectAll: () => void
  actions: readonly PhotoAction[]
  perform: (action: PhotoAction) => unknown
}

/** A form field or an open dialog or list handles these keys itself. */
function isForSomethingElse(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]',
    ) !== null
  )
}
