let recent: HTMLElement[] = []

/** Starts to record which elements had the focus; returns the function that ends it. Call it once at start. */
export function recordFocus(): () => void {
  const focused = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement)
      recent = [target, ...recent.filter(element => element !== target && element.isConnected)].slice(
        0,
        RECENT,
      )
  }
  document.addEventListener('focusin', focused)
  return () => {
    document.removeEventListener('focusin', focused)
    recent = []
  }
}

const RECENT = 8

/** Elements that had the focus, the last one first. */
export function recentlyFocused(): readonly HTMLElement[] {
  return recent
}

/**
 * Whether the focus fell to the body because its element was removed, disabled or covered (WCAG 2.4.3). A press
 * beside all controls is no loss.
 */
export function isFocusLost(): boolean {
  const active = document.activeElement
  if (active !== null && active !== document.body) return false
  const [last] = recent
  return last !== undefined && !canHaveFocus(last)
}

export function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null
}
