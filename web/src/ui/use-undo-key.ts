import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'

/**
 * Calls `undo` when Ctrl or Cmd + Z is pressed outside of fields and questions, unless another one has undone something; it returns
 * whether it did.
 */
export function useUndoKey(undo: () => boolean): void {
  useWindowEvent('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey === metaKey || altKey || shiftKey || key.toLowerCase() !== 'z') return
    if (event.defaultPrevented || hasOwnUndo(event.target)) return
    if (undo()) event.preventDefault()
  })
}

/** For `aria-keyshortcuts`. */
export const UNDO_KEY = 'Control+Z Meta+Z'

/** A field undoes its own text; a question must be answered first. */
function hasOwnUndo(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=alertdialog]') !== null
  )
}
