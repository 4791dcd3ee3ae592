/**
 * Keeps the CSS variable --scrollbar at the width of a scrollbar; 0 px for overlay scrollbars. Measures a hidden element,
 * because an open dialog hides the page's own scrollbar, and repeats it on resize, because zooming changes the width.
 */
export function trackScrollbarWidth(document: Document = globalThis.document): void {
  const measure = () => {
    const probe = document.createElement('div')
    Object.assign(probe.style, {
      position: 'absolute',
      visibility: 'hidden',
      width: '100px',
      overflow: 'scroll',
    })
    document.body.append(probe)
    const width = probe.offsetWidth - probe.clientWidth
    probe.remove()
    document.documentElement.style.setProperty('--scrollbar', `${width}px`)
  }
  measure()
  addEventListener('resize', measure, { passive: true })
}
