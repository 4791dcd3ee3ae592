import { listOpenDialogs } from '#web/ui/open-dialogs.ts'

/** Whether a key is typed into a form field; a slider leaves most keys to the page. */
export function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null
  )
}

/** Whether a dialog is open, except `viewer`. */
export function isDialogOpen(viewer?: HTMLElement | null): boolean {
  return listOpenDialogs().some(dialog => dialog !== viewer)
}
