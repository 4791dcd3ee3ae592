let recentElements: HTMLElement[] = []

/** Starts to record which elements had the focus; returns the function that ends it. Call it once at start. */
export function recordFocus(): () => void {
  const handleFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement)
      recentElements = [
        target,
        ...recentElements.filter(element => element !== target && element.isConnected),
      ].slice(0, MAX_ELEMENTS)
  }
  document.addEventListener('focusin', handleFocus)
  return () => {
    document.removeEventListener('focusin', handleFocus)
    recentElements = []
  }
}

const MAX_ELEMENTS = 8

/** Returns the elements that had the focus, the latest first. */
export function getRecentlyFocused(): readonly HTMLElement[] {
  return recentElements
}

/**
 * Whether the focus fell to the body because its element was removed, disabled or covered (WCAG 2.4.3). A press
 * beside all controls does not count as a loss.
 */
export function isFocusLost(): boolean {
  const activeElement = document.activeElement
  if (activeElement !== null && activeElement !== document.body) return false
  const [lastElement] = recentElements
  return lastElement !== undefined && !canHaveFocus(lastElement)
}

export function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null
}
