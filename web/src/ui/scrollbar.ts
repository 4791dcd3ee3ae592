/**
 * Sets --scrollbar to the width of the page's scrollbar, 0 px where scrollbars lie over the page. Measured at a probe,
 * because a layer over the page hides the page's own scrollbar; again on resize, because zooming changes it.
 */
export function measureScrollbar(document: Document = globalThis.document): void {
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
