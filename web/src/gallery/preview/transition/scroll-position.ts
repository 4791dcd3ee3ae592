/** Scroll position of the page below when the preview opened; survives a reload of the preview. */
export type ScrollPosition = readonly [x: number, y: number]

export function saveScrollPosition(place: ScrollPosition, open: () => Storage = () => sessionStorage): void {
  try {
    open().setItem(KEY, JSON.stringify(place))
  } catch {
    // Without storage the scroll position is not restored.
  }
}

/** Returns and removes the saved position. Anything but two non-negative numbers is rejected (PL-067). */
export function consumeScrollPosition(
  open: () => Storage = () => sessionStorage,
): ScrollPosition | undefined {
  try {
    const storage = open()
    const text = storage.getItem(KEY)
    storage.removeItem(KEY)
    const value: unknown = JSON.parse(text ?? 'null')
    return isScrollPosition(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isScrollPosition(value: unknown): value is ScrollPosition {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(part => typeof part === 'number' && Number.isFinite(part) && part >= 0)
  )
}

const KEY = 'keepsake.preview.scroll'
