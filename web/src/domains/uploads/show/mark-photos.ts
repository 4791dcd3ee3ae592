/** Photos that are marked at most: the style sheet has a selector for each. */
const MAX_MARKED = 500

/**
 * Marks the tiles of photos with a frame, also those that are scrolled into view later. A style sheet does it, because
 * tiles are memoized and recycled. Returns a function that removes the marks.
 */
export function markPhotos(photoIds: readonly string[]): () => void {
  const tiles = photoIds.slice(0, MAX_MARKED).map(id => `[data-photo="${CSS.escape(id)}"]::after`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `${tiles.join(',')}{content:"";position:absolute;z-index:1;inset:0;border:3px solid var(--accent);
    border-radius:inherit;box-shadow:inset 0 0 0 2px var(--bg);pointer-events:none}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== sheet)
  }
}
