/**
 * Lists the open dialogs of the app, the topmost last; the preview is one. Dialogs of third parties count only while
 * the focus is in them: a banner waits for days, and some leave a closed dialog in the page.
 */
export function listOpenDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].filter(
    dialog => dialog.closest('[data-covers-page]') || dialog.contains(document.activeElement),
  )
}
