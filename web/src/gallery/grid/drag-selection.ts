import type { PointerEvent } from 'react'
import type { GridScroller } from '../layout/grid-scroller.ts'
import { getPosition } from '../layout/layout.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'

/** Selects ranges of the attached grid by dragging and by long press until `end` is called; see useDragSelection. */
export function createDragSelection(
  scroller: GridScroller,
  latest: { current: PhotoSelection },
): DragSelection {
  const drag: { current: Drag | null } = { current: null }
  let grid: HTMLElement | null = null
  let swallowClick = false

  const findPositionAt = (x: number, y: number) => {
    const cell = scroller.cellAtPoint(x, y)
    const layout = scroller.view()?.layout
    if (!cell || !layout) return null
    return getPosition(layout, cell.month, Math.min(cell.cell, layout.shownCounts[cell.month]! - 1))
  }
  const drawRange = (press: Drag) => {
    const to = findPositionAt(press.x, press.y)
    if (to === null || to === press.to) return
    press.to = to
    latest.current.draw({ from: press.from, to }, press.isSelecting)
  }
  const scrollAtEdges = (press: Drag) => {
    press.frame = requestAnimationFrame(() => {
      const zone = press.isTouch ? TOUCH_ZONE : MOUSE_ZONE
      const head = innerHeight - scroller.height
      const above = Math.max(0, head + zone - press.y)
      const below = Math.max(0, press.y - (innerHeight - zone))
      const speed = (below - above) * SPEED
      if (speed !== 0) {
        scroller.scrollBy(speed)
        drawRange(press)
      }
      scrollAtEdges(press)
    })
  }
  const startRange = (press: Drag) => {
    press.isDrawing = true
    press.isSelecting = !latest.current.isSelectedAt(press.from)
    drawRange(press)
    grid?.setPointerCapture(press.pointer)
    scrollAtEdges(press)
  }
  const end = () => {
    if (!endPress(drag)) return
    // The click that ends a drag is ignored.
    swallowClick = true
    setTimeout(() => {
      swallowClick = false
    })
  }

  // React's own touch listeners are passive: they cannot prevent the page from scrolling. Browsers honour only those that
  // the element had before the finger touched it.
  const preventScroll = (event: Event) => {
    if (drag.current?.isDrawing) event.preventDefault()
  }
  const attach = (element: HTMLElement | null) => {
    // A press on a removed grid would never end.
    endPress(drag)
    grid?.removeEventListener('touchmove', preventScroll)
    grid = element
    grid?.addEventListener('touchmove', preventScroll, { passive: false })
  }
  // Escape discards only the range being drawn: the selection mode stays.
  const discardRange = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.current?.isDrawing) return
    event.stopImmediatePropagation()
    endPress(drag)
    latest.current.discardRange()
  }
  addEventListener('keydown', discardRange, { capture: true })

  return {
    attach,
    swallowsClick: () => swallowClick,
    handlers: {
      onPointerDown: event => {
        const tile = (event.target as Element).closest('[data-cell]')
        if (!tile || tile.querySelector('[data-more]') || event.button !== 0 || event.shiftKey) return
        const from = findPositionAt(event.clientX, event.clientY)
        if (from === null) return
        end()
        const press: Drag = {
          pointer: event.pointerId,
          isTouch: event.pointerType !== 'mouse',
          startX: event.clientX,
          startY: event.clientY,
          x: event.clientX,
          y: event.clientY,
          from,
          to: null,
          isSelecting: true,
          isDrawing: false,
          longPressTimer: undefined,
          frame: 0,
        }
        if (press.isTouch) {
          press.longPressTimer = setTimeout(() => {
            navigator.vibrate?.(10)
            startRange(press)
          }, LONG_PRESS)
        }
        drag.current = press
      },
      onPointerMove: event => {
        const press = drag.current
        if (!press || press.pointer !== event.pointerId) return
        press.x = event.clientX
        press.y = event.clientY
        const distance = Math.hypot(press.x - press.startX, press.y - press.startY)
        if (press.isDrawing) drawRange(press)
        else if (press.isTouch ? distance > 10 : distance > 6) {
          if (press.isTouch) end()
          else startRange(press)
        }
      },
      onPointerUp: () => {
        if (drag.current?.isDrawing) latest.current.release()
        end()
      },
      onPointerCancel: () => {
        if (drag.current?.isDrawing) latest.current.release()
        end()
      },
      onContextMenu: event => {
        if (drag.current?.isTouch) event.preventDefault()
      },
    },
    end: () => {
      attach(null)
      removeEventListener('keydown', discardRange, { capture: true })
    },
  }
}

/** Ends a press with its timers; true if it had become a range. */
function endPress(drag: { current: Drag | null }): boolean {
  const press = drag.current
  drag.current = null
  if (!press) return false
  clearTimeout(press.longPressTimer)
  cancelAnimationFrame(press.frame)
  return press.isDrawing
}

export interface DragSelection {
  /** Sets the element of the grid, which is another one after the grid was replaced; null while there is none. */
  attach: (grid: HTMLElement | null) => void
  /** Whether the click that is being handled ends a drag. */
  swallowsClick: () => boolean
  handlers: DragHandlers
  /** Ends a press and removes the listeners. */
  end: () => void
}

export interface DragHandlers {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
  onContextMenu: (event: { preventDefault: () => void }) => void
}

interface Drag {
  pointer: number
  isTouch: boolean
  startX: number
  startY: number
  x: number
  y: number
  /** Position where the range starts. */
  from: number
  to: number | null
  isSelecting: boolean
  isDrawing: boolean
  longPressTimer: ReturnType<typeof setTimeout> | undefined
  frame: number
}

const LONG_PRESS = 500
const TOUCH_ZONE = 110
const MOUSE_ZONE = 64
/** px per frame and px inside the zone */
const SPEED = 0.22
