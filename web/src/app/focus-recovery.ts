import { useEffect } from 'react'
import { canHaveFocus, getRecentlyFocused, isFocusLost, recordFocus } from '#web/ui/focus-history.ts'
import { listOpenDialogs } from '#web/ui/open-dialogs.ts'

/**
 * Keeps the focus from falling to the body when its element is removed or disabled (WCAG 2.4.3): moves it to an
 * open dialog, to the last element of the screen that had it and is still there, or to the heading of the screen. Parts
 * that know a better place, such as the next photo, move it first.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    const stopRecording = recordFocus()
    let frame = 0
    /** The screen is still loading: its content has the focus until its heading appears. */
    let awaitsHeading = false
    /** A closing dialog may move the focus again: until the next press or key that counts as a loss, too. */
    let hasRecovered = false
    const isLost = () => isFocusLost() || (hasRecovered && document.activeElement === document.body)
    const recover = () => {
      frame = 0
      if (!isLost()) return
      hasRecovered = true
      if (!listRecentElements().some(tryFocus)) awaitsHeading = !focusHeading()
    }
    const onInput = () => {
      hasRecovered = false
      awaitsHeading = false
    }
    const onChange = () => {
      if (awaitsHeading && document.activeElement?.tagName === 'MAIN') awaitsHeading = !focusHeading()
      // React Aria returns the focus of a closed dialog in the next frame.
      if (frame === 0 && isLost())
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(recover)
        })
    }
    const changes = new MutationObserver(onChange)
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'inert'],
    })
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    addEventListener('focusout', onChange, options)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onInput, options)
    return () => {
      controller.abort()
      stopRecording()
      cancelAnimationFrame(frame)
      changes.disconnect()
    }
  }, [])
}

function listRecentElements(): readonly HTMLElement[] {
  const dialog = listOpenDialogs().at(-1)
  const recent = getRecentlyFocused()
  // Not the content itself: it has the focus only until the heading appears.
  if (!dialog) return recent.filter(element => element.parentElement?.closest('main'))
  return [...recent.filter(element => dialog.contains(element)), dialog]
}

/** Focuses the heading of the screen, or without one its content; true for the heading. */
function focusHeading(): boolean {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1')
  const target = heading ?? main
  if (!target) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  return tryFocus(target) && target === heading
}

function tryFocus(element: HTMLElement): boolean {
  if (!canHaveFocus(element)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
