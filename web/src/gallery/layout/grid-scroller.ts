import { createListeners } from '#web/platform/listeners/listeners.ts'
import type { Month } from '../photo-list/month.ts'
import type { OpenMonths } from '../photo-list/month-pages.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import { computeGeometry, countOverscanRows } from './geometry.ts'
import {
  type Cell,
  computeLayout,
  findCellAt,
  findRowsBetween,
  getMonthSpan,
  getRow,
  getRowTop,
  type Layout,
  type RowSpan,
} from './layout.ts'
import {
  createScrollMap,
  getMappedPosition,
  hasDrifted,
  type ScrollState,
  toScrollerY,
  trackScroll,
} from './mapped-scroll.ts'

/** Everything the grid renders. It is replaced by a new object only when a field has changed. */
export interface View {
  layout: Layout
  months: readonly Month[]
  /** Rows in the DOM. */
  rows: RowSpan
  /** Months whose sections are in the DOM: far enough ahead that a fling never reaches an empty page. */
  firstMonth: number
  lastMonth: number
  /** Rows whose photos are loaded: those in the window, unchanged during a fast fling. */
  visibleRows: RowSpan
  /** Library y minus this is the y inside the grid element. */
  shift: number
  /** Maximum number of rows in the DOM; their elements are recycled. */
  poolSize: number
  /** Sections are clipped to this range, library px: the element of a huge month would be too tall for browsers. */
  box: { top: number; bottom: number }
}

/**
 * Connects the layout to the window's scroll position: computes which rows are in view, keeps the first visible photo
 * in place when the width or the months change, and scrolls to photos. Owns the listeners and the height of the grid's
 * element.
 */
export class GridScroller {
  #element: HTMLElement | null = null
  #months: readonly Month[] = []
  #open: OpenMonths = new Map()
  #list: PhotoList | null = null
  #view: View | null = null
  #place: ScrollState = { scrollerY: 0, y: 0 }
  #headHeight = 0
  #restored: Restored | null = null
  #isFast = false
  #isTouching = false
  #restTimer: ReturnType<typeof setTimeout> | undefined
  readonly #viewListeners = createListeners()
  readonly #moveListeners = createListeners()

  /** Observes the window and the element's width until the returned function is called. */
  attach = (element: HTMLElement): (() => void) => {
    this.#element = element
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    addEventListener('scroll', this.#onScroll, options)
    addEventListener('touchstart', () => this.#touch(true), options)
    addEventListener('touchend', () => this.#touch(false), options)
    addEventListener('touchcancel', () => this.#touch(false), options)
    addEventListener('resize', this.#relayout, options)
    const sizes = new ResizeObserver(this.#relayout)
    sizes.observe(element)
    // Content above the grid changes its height without a scroll event.
    const page = new ResizeObserver(this.#onPageResize)
    page.observe(document.body)
    this.#relayout()
    return () => {
      controller.abort()
      sizes.disconnect()
      page.disconnect()
      clearTimeout(this.#restTimer)
      // The timer that ends a fling has just been cleared.
      this.#isFast = false
      this.#element = null
      this.#forgetView()
    }
  }

  /**
   * Sets the months and how far they are open; the first visible photo keeps its position. Another list, and therefore
   * another order, starts at the top of the page.
   */
  setMonths(months: readonly Month[], open: OpenMonths, list: PhotoList): void {
    if (this.#list && this.#list !== list) this.#startOver()
    this.#list = list
    this.#months = months
    this.#open = open
    this.#relayout()
  }

  subscribe = this.#viewListeners.subscribe

  /** Returns the photo at the upper edge of the visible area; null at the top of the page. */
  readPlace(): RowPlace | null {
    const anchor = this.#anchor()
    return anchor && { month: anchor.months[anchor.month]!.key, index: anchor.cell, offset: anchor.offset }
  }

  /** Whether the page is still where `restorePlace` has scrolled it. */
  get isAtRestoredPlace(): boolean {
    return this.#restored !== null
  }

  /**
   * Scrolls to a place now, or as soon as there are months, and stays there while what is above the photos still changes
   * its height: until the page is scrolled.
   */
  restorePlace({ month, index, offset }: RowPlace): void {
    this.#restored = { anchor: { months: [{ key: month }], month: 0, cell: index, offset }, y: null }
    this.#relayout()
  }

  /** Registers a listener for every scroll movement. */
  onMove = this.#moveListeners.subscribe

  /** Null while no element with a width is attached. */
  view = (): View | null => this.#view

  /**
   * Whether the row of a cell, in the month of a key, is in the window and not only behind the bars at its lower edge.
   */
  isInView = (month: string, cell: number): boolean => {
    if (!this.#view) return false
    const { layout, months, visibleRows } = this.#view
    for (let place = visibleRows.firstMonth; place <= visibleRows.lastMonth; place++) {
      if (months[place]?.key !== month) continue
      const { first, last } = getMonthSpan(layout, visibleRows, place)
      const row = getRow(layout, { month: place, cell })
      const foot = innerWidth < LARGE_WIDTH ? BOTTOM_BARS_HEIGHT : 0
      return row >= first && row <= last && getRowTop(layout, place, row) < this.#place.y + innerHeight - foot
    }
    return false
  }

  /** Library y at the upper edge of the visible area, below the page's header. */
  get top(): number {
    return this.#place.y + this.#head()
  }

  /** Height of the visible area, px. */
  get height(): number {
    return innerHeight - this.#head()
  }

  /** Scrolls library y to the upper edge of the visible area. */
  scrollTo(y: number): void {
    this.#moveTo(y - this.#head())
  }

  /** Scrolls by px of the scroller: positive is down. */
  scrollBy(px: number): void {
    this.#moveTo(this.#place.y + px)
  }

  /** Scrolls as little as needed to show a cell's whole row; a row more than a window away is centred. */
  reveal(cell: Cell): void {
    const layout = this.#view?.layout
    if (!layout) return
    const { tile, header } = layout.geometry
    const row = getRowTop(layout, cell.month, getRow(layout, cell))
    const above = this.#head() + header + MARGIN
    const below = innerHeight - tile - (innerWidth < LARGE_WIDTH ? BOTTOM_BARS_HEIGHT : MARGIN)
    const { y } = this.#place
    if (row - y >= above && row - y <= below) return
    const near = row - y > above - innerHeight && row - y < below + innerHeight
    const middle = (above + below) / 2
    this.#moveTo(row - (near ? (row - y < above ? above : Math.max(above, below)) : middle))
  }

  /** Finds the cell nearest to a point of the window; null without photos. */
  cellAtPoint(clientX: number, clientY: number): Cell | null {
    const { layout } = this.#view ?? {}
    if (!layout || layout.months === 0 || !this.#element) return null
    const { left } = this.#element.getBoundingClientRect()
    return findCellAt(layout, clientX - left, this.#place.y + clientY)
  }

  #startOver() {
    this.#restored = null
    scrollTo({ top: 0, behavior: 'instant' })
    const scrollerY = this.#readScrollTop()
    this.#place = { scrollerY, y: scrollerY }
    this.#forgetView()
  }

  #forgetView() {
    this.#view = null
    this.#viewListeners.notify()
  }

  #relayout = () => {
    const width = this.#element?.clientWidth ?? 0
    if (!this.#element || width === 0) return
    this.#headHeight = Number.parseFloat(getComputedStyle(this.#element).scrollMarginTop) || 0
    this.#trackScroll()
    const anchor = this.#restored?.anchor ?? this.#anchor()
    const geometry = computeGeometry(width, innerWidth, innerHeight, this.#list?.sections)
    const counts = this.#months.map(month => month.count)
    const layout = computeLayout(
      counts,
      month => this.#open.get(this.#months[month]!.key),
      geometry,
      month => this.#months[month]!.wide,
    )
    const previous = this.#view
    this.#view = { ...(previous ?? INITIAL_VIEW), layout, months: this.#months }
    this.#element.style.height = `${this.#getScrollMap().scroller}px`
    const y = anchor && findAnchorY(anchor, this.#months, layout)
    if (y === null) this.#place = { scrollerY: this.#readScrollTop(), y: this.#place.y }
    else this.#moveTo(y)
    if (this.#restored && y !== null) this.#restored.y = this.#place.y
    this.#update(true)
  }

  /** Returns the scroll anchor: the photo at the upper edge; null while the page is at its top. */
  #anchor(): Anchor | null {
    const view = this.#view
    if (!view || view.layout.months === 0 || this.#place.y <= 0) return null
    const first = findCellAt(view.layout, 0, this.top + view.layout.geometry.header)
    const offset = getRowTop(view.layout, first.month, getRow(view.layout, first)) - this.#place.y
    return { months: view.months, ...first, offset }
  }

  #onScroll = () => {
    if (!this.#view) return
    const previous = this.#place.y
    this.#trackScroll()
    if (this.#restored && Math.abs(this.#place.y - (this.#restored.y ?? 0)) > 1) this.#restored = null
    this.#isFast = Math.abs(this.#place.y - previous) > innerHeight / 2
    if (hasDrifted(this.#getScrollMap(), this.#place)) this.#realign()
    this.#update(false)
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(this.#onRest, REST_MS)
  }

  #onPageResize = () => {
    if (!this.#view || this.#readScrollTop() === this.#place.scrollerY) return
    if (this.#restored) return this.#relayout()
    this.#trackScroll()
    this.#update(false)
  }

  #trackScroll() {
    this.#place = trackScroll(this.#getScrollMap(), this.#place, this.#readScrollTop(), this.#longestStep())
  }

  #onRest = () => {
    this.#isFast = false
    // Scrolling during a touch would make the page jump.
    if (!this.#isTouching) this.#realign()
    this.#update(false)
  }

  #touch(touching: boolean) {
    this.#isTouching = touching
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(this.#onRest, REST_MS)
  }

  #realign() {
    if (getMappedPosition(this.#getScrollMap(), this.#place) !== null) this.#moveTo(this.#place.y)
  }

  #moveTo(y: number) {
    const { library } = this.#getScrollMap()
    const targetY = Math.min(y, Math.max(library - innerHeight + BOTTOM_BARS_HEIGHT, this.#findMinY()))
    const targetScroll = toScrollerY(this.#getScrollMap(), targetY)
    scrollBy({ top: targetScroll - this.#readScrollTop(), behavior: 'instant' })
    // The browser clamps the scroll position and rounds it to device pixels.
    const scrollerY = this.#readScrollTop()
    this.#place = { scrollerY, y: targetY + scrollerY - targetScroll }
    this.#update(false)
  }

  #update(always: boolean) {
    const previous = this.#view
    if (!previous) return
    const { layout } = previous
    const { y, scrollerY } = this.#place
    const pitch = layout.geometry.tile + layout.geometry.gap
    const margin = countOverscanRows(layout.geometry, innerHeight) * pitch
    const rows = findRowsBetween(layout, y - margin, y + innerHeight + margin) ?? EMPTY
    const window = findRowsBetween(layout, this.top, y + innerHeight) ?? EMPTY
    const ahead = findRowsBetween(layout, y - RENDER_AHEAD, y + innerHeight + RENDER_AHEAD) ?? EMPTY
    const nextView: View = {
      ...previous,
      rows,
      firstMonth: ahead.firstMonth,
      lastMonth: ahead.lastMonth,
      visibleRows: this.#isFast ? previous.visibleRows : window,
      shift: Math.round(y - scrollerY),
      poolSize: Math.ceil((innerHeight + 2 * margin) / pitch) + 1,
      box: computeBox(y),
    }
    if (always || !isSameView(previous, nextView)) {
      this.#view = nextView
      this.#viewListeners.notify()
    }
    this.#moveListeners.notify()
  }

  #getScrollMap() {
    return createScrollMap(this.#view?.layout.height ?? 0)
  }

  /** Reads the grid's own scroll position: negative while page content above it is in view. */
  #readScrollTop() {
    return this.#element ? -this.#element.getBoundingClientRect().top : 0
  }

  #findMinY() {
    return this.#readScrollTop() - scrollY
  }

  /** Height of the header that covers the window's upper edge: the grid's scroll margin. */
  #head() {
    return this.#headHeight
  }

  #longestStep() {
    return Math.max(3000, innerHeight * 2.5)
  }
}

/** A row by one of its photos, and px from the top of the window to its top. */
export interface RowPlace {
  month: string
  /** Index in the month. */
  index: number
  offset: number
}

interface Restored {
  anchor: Anchor
  /** Library y at which it was reached; null before. */
  y: number | null
}

interface Anchor {
  months: readonly Pick<Month, 'key'>[]
  month: number
  cell: number
  offset: number
}

const REST_MS = 120
const MARGIN = 8
/** Height of the bars at the lower edge of small screens, px. */
const BOTTOM_BARS_HEIGHT = 88
/** A section is at most four of these tall: 8,000,000 px, well below the limit of browsers. */
const BOX_STEP = 2_000_000
const RENDER_AHEAD = 5000
const LARGE_WIDTH = 1024
const EMPTY: RowSpan = { firstMonth: 0, firstRow: 0, lastMonth: -1, lastRow: -1 }
const INITIAL_VIEW = {
  rows: EMPTY,
  firstMonth: 0,
  lastMonth: -1,
  visibleRows: EMPTY,
  shift: 0,
  poolSize: 1,
  box: { top: 0, bottom: 0 },
}

/**
 * Finds the library y of the window's top that keeps the anchor in place; the next month replaces one that no longer
 * exists.
 */
function findAnchorY(anchor: Anchor, months: readonly Month[], layout: Layout): number | null {
  const places = new Map(months.map((month, index) => [month.key, index]))
  for (let index = anchor.month; index < anchor.months.length; index++) {
    const month = places.get(anchor.months[index]!.key)
    if (month === undefined) continue
    const cell = index === anchor.month ? Math.min(anchor.cell, layout.shownCounts[month]! - 1) : 0
    return getRowTop(layout, month, getRow(layout, { month, cell })) - anchor.offset
  }
  return null
}

/** Changes only every BOX px, because sections are rendered again when their clipping changes. */
function computeBox(y: number) {
  const middle = Math.round(y / BOX_STEP) * BOX_STEP
  return { top: middle - 2 * BOX_STEP, bottom: middle + 2 * BOX_STEP }
}

function isSameView(a: View, b: View) {
  return (
    a.shift === b.shift &&
    a.firstMonth === b.firstMonth &&
    a.lastMonth === b.lastMonth &&
    a.box.top === b.box.top &&
    isSameSpan(a.rows, b.rows) &&
    isSameSpan(a.visibleRows, b.visibleRows)
  )
}

function isSameSpan(a: RowSpan, b: RowSpan) {
  return (
    a.firstMonth === b.firstMonth &&
    a.firstRow === b.firstRow &&
    a.lastMonth === b.lastMonth &&
    a.lastRow === b.lastRow
  )
}
