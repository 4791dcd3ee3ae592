// Progressive enhancement of the public page of a widget: everything can be read by scrolling without it.
const strip = document.querySelector('.strip')
if (strip) {
  const IDLE_MS = 3000
  const counter = document.querySelector('[data-pages]')
  const bar = document.querySelector('.progress b')
  const [previous, next] = document.querySelectorAll('.arrow')
  const share = document.querySelector('.share')
  const pages = [...strip.querySelectorAll('.page')]
  const count = Number(counter.dataset.pages)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  /** Lists the pages whose middle is in view: one on phones, up to two on wide screens. */
  const listVisible = () => {
    const { left, right } = strip.getBoundingClientRect()
    return pages.filter(page => {
      const box = page.getBoundingClientRect()
      const middle = (box.left + box.right) / 2
      return middle > left && middle < right
    })
  }
  const getNumber = page => Number(page.id.slice(1))
  const update = () => {
    const shown = listVisible()
    if (shown.length === 0) return
    const [from, to] = [getNumber(shown[0]), getNumber(shown.at(-1))]
    const text = from === to ? counter.dataset.one : counter.dataset.two
    counter.textContent = text.replace('{from}', from).replace('{to}', to).replace('{page}', from)
    bar.style.width = `${(to / count) * 100}%`
    previous.disabled = shown[0] === pages[0]
    next.disabled = shown.at(-1) === pages.at(-1)
  }
  const show = page =>
    page?.scrollIntoView({
      inline: 'center',
      block: 'nearest',
      behavior: reducedMotion.matches ? 'auto' : 'smooth',
    })
  const turn = step => {
    const shown = listVisible()
    const edge = step < 0 ? shown[0] : shown.at(-1)
    const target = pages[pages.indexOf(edge) + step]
    const spread = target?.parentElement
    show(target && getComputedStyle(spread).display !== 'contents' ? spread : target)
  }
  const KEYS = {
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    Home: () => show(pages[0]),
    End: () => show(pages.at(-1)),
  }
  addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !KEYS[event.key]) return
    event.preventDefault()
    KEYS[event.key]()
  })
  previous.hidden = next.hidden = false
  previous.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  // A click that ends a text selection does not turn the page.
  strip.addEventListener('click', event => {
    if (event.target.closest('a') || !getSelection().isCollapsed) return
    const place = event.clientX / innerWidth
    if (place < 1 / 3) turn(-1)
    if (place > 2 / 3) turn(1)
  })
  strip.addEventListener('scroll', update, { passive: true })
  addEventListener('resize', update)
  update()

  share.hidden = false
  share.addEventListener('click', async () => {
    const url = location.href.split(/[?#]/)[0]
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url })
      await navigator.clipboard.writeText(url)
      document.querySelector('[role=status]').textContent = share.dataset.copied
    } catch (error) {
      // Shows the address when the embedding page allows no clipboard; nothing when the reader closed the sheet.
      if (error.name !== 'AbortError') document.querySelector('[role=status]').textContent = url
    }
  })

  let timer
  const wake = () => {
    document.body.classList.remove('idle')
    clearTimeout(timer)
    timer = setTimeout(() => document.body.classList.add('idle'), IDLE_MS)
  }
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(name, wake, { passive: true })
  wake()
}
