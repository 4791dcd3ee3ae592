import type { PointerEvent } from 'react'
import type { GridScroller } from '../layout/grid-scroller.ts'
import { positionOf } from '../layout/layout.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'

/** Selects ranges of the attached grid by dragging and by long press until `end` is called; see useDragSelection. */
export function createDragSelection(
  scroller: GridScroller,
  latest: { current: PhotoSelection },
): DragSelection {
  const drag: { current: Drag | null } = { current: null }
  let grid: HTMLElement | null = null
  let swallowClick = false

  const positionAt = (x: number, y: number) => {
    const cell = scroller.cellAtPoint(x, y)
    const layout = scroller.view()?.layout
    if (!cell || !layout) return null
    return positionOf(layout, cell.month, Math.min(cell.cell, layout.shown[cell.month]! - 1))
  }
  const draw = (now: Drag) => {
    const to = positionAt(now.x, now.y)
    if (to === null || to === now.to) return
    now.to = to
    latest.current.draw({ from: now.from, to }, now.on)
  }
  const scrollAlong = (now: Drag) => {
    now.frame = requestAnimationFrame(() => {
      const zone = now.touch ? TOUCH_ZONE : MOUSE_ZONE
      const head = innerHeight - scroller.height
      const above = Math.max(0, head + zone - now.y)
      const below = Math.max(0, now.y - (innerHeight - zone))
      const speed = (below - above) * SPEED
      if (speed !== 0) {
        scroller.scrollBy(speed)
        draw(now)
      }
      scrollAlong(now)
    })
  }
  const begin = (now: Drag) => {
    now.drawing = true
    now.on = !latest.current.isSelectedAt(now.from)
    draw(now)
    grid?.setPointerCapture(now.pointer)
    scrollAlong(now)
  }
  const end = () => {
    if (!finish(drag)) return
    // The click that ends a drag is ignored.
    swallowClick = true
    setTimeout(() => {
      swallowClick = false
    })
  }

  // React's own touch listeners are passive: they cannot prevent the page from scrolling. Browsers honour only those that
  // the element had before the finger touched it.
  const preventScroll = (event: Event) => {
    if (drag.current?.drawing) event.preventDefault()
  }
  const attach = (element: HTMLElement | null) => {
    // A press of a grid that is gone would never end.
    finish(drag)
    grid?.removeEventListener('touchmove', preventScroll)
    grid = element
    grid?.addEventListener('touchmove', preventScroll, { passive: false })
  }
  // Escape discards only the range being drawn: the selection mode stays.
  const discardRange = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.current?.drawing) return
    event.stopImmediatePropagation()
    finish(drag)
    latest.current.drop()
  }
  addEventListener('keydown', discardRange, { capture: true })

  return {
    attach,
    swallowsClick: () => swallowClick,
    handlers: {
      onPointerDown: event => {
        const tile = (event.target as Element).closest('[data-cell]')
        if (!tile || tile.querySelector('[data-more]') || event.button !== 0 || event.shiftKey) return
        const from = positionAt(event.clientX, event.clientY)
        if (from === null) return
        end()
        const now: Drag = {
          pointer: event.pointerId,
          touch: event.pointerType !== 'mouse',
          startX: event.clientX,
          startY: event.clientY,
          x: event.clientX,
          y: event.clientY,
          from,
          to: null,
          on: true,
          drawing: false,
          hold: undefined,
          frame: 0,
        }
        if (now.touch) {
          now.hold = setTimeout(() => {
            navigator.vibrate?.(10)
            begin(now)
          }, LONG_PRESS)
        }
        drag.current = now
      },
      onPointerMove: event => {
        const now = drag.current
        if (!now || now.pointer !== event.pointerId) return
        now.x = event.clientX
        now.y = event.clientY
        const moved = Math.hypot(now.x - now.startX, now.y - now.startY)
        if (now.drawing) draw(now)
        else if (now.touch ? moved > 10 : moved > 6) {
          if (now.touch) end()
          else begin(now)
        }
      },
      onPointerUp: () => {
        if (drag.current?.drawing) latest.current.release()
        end()
      },
      onPointerCancel: () => {
        if (drag.current?.drawing) latest.current.release()
        end()
      },
      onContextMenu: event => {
        if (drag.current?.touch) event.preventDefault()
      },
    },
    end: () => {
      attach(null)
      removeEventListener('keydown', discardRange, { capture: true })
    },
  }
}

/** Ends a press with its timers; true if it had become a range. */
function finish(drag: { current: Drag | null }): boolean {
  const now = drag.current
  drag.current = null
  if (!now) return false
  clearTimeout(now.hold)
  cancelAnimationFrame(now.frame)
  return now.drawing
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
  touch: boolean
  startX: number
  startY: number
  x: number
  y: number
  /** Position where the range starts. */
  from: number
  to: number | null
  on: boolean
  drawing: boolean
  hold: ReturnType<typeof setTimeout> | undefined
  frame: number
}

const LONG_PRESS = 500
const TOUCH_ZONE = 110
const MOUSE_ZONE = 64
/** px per frame and px inside the zone */
const SPEED = 0.22
