import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { isDialogOpen, isInField } from './key-target.ts'

/** Calls `open` when '?' is pressed on the page: not in form fields, and not while a dialog or the preview is open. */
export function useShortcutsKey(open: () => void): void {
  useWindowEvent('keydown', event => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    if (isInField(event.target) || isDialogOpen()) return
    event.preventDefault()
    open()
  })
}
