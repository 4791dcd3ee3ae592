// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { GridScroller } from './grid-scroller.ts'

const MONTHS = [
  { key: '2026/11', year: 2026, month: 11, count: 8 },
  { key: '2026/7', year: 2026, month: 7, count: 20 },
]
const LIST = { name: 'library', counts: ['counts'] } as never

let detach = () => {}
afterEach(() => {
  detach()
})

test('RV-505 a row that begins behind the bars at the lower edge of a small screen is not in the window', () => {
  // Three columns of 132 px: the second month's first row begins at 500 px.
  const behindBars = show({ width: 400, gridTop: 240 })
  expect(behindBars.isInView('2026/11', 7)).toBe(true)
  expect(behindBars.isInView('2026/7', 0)).toBe(false)
  const aboveBars = show({ width: 400, gridTop: 230 })
  expect(aboveBars.isInView('2026/7', 0)).toBe(true)
  expect(aboveBars.isInView('2026/7', 3)).toBe(false)
})

test('RV-504 on a large screen, which has no such bars, it is', () => {
  const scroller = show({ width: 1200, gridTop: 240 })
  const { layout } = scroller.view()!
  const rows = layout.tops[1]! + layout.geometry.header
  vi.stubGlobal('innerHeight', 240 + rows + 10)
  dispatchEvent(new Event('resize'))
  expect(scroller.isInView('2026/7', 0)).toBe(true)
})

/** A grid of the months below a page head, at the top of its page. */
function show({ width, gridTop }: { width: number; gridTop: number }): GridScroller {
  detach()
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', 823)
  vi.stubGlobal('scrollBy', () => {})
  const element = document.createElement('div')
  Object.defineProperty(element, 'clientWidth', { value: width })
  element.getBoundingClientRect = () => new DOMRect(0, gridTop, width, 0)
  const scroller = new GridScroller()
  detach = scroller.attach(element)
  scroller.setMonths(MONTHS, new Map(), LIST)
  return scroller
}
