import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { waitForFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import type { GridScroller } from '../layout/grid-scroller.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'
import type { DragHandlers, DragSelection } from './drag-selection.ts'

/**
 * Selects a range of tiles: with the mouse by dragging, by touch after a long press. Near the upper and lower edge the
 * page scrolls. A range that starts on a selected photo deselects. Its code is loaded after the first screen, or when a
 * press finds it missing, which counts once the code is there.
 */
export function useDragSelection(scroller: GridScroller, selection: PhotoSelection) {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const loaded = useRef<DragSelection>(undefined)
  const grid = useRef<HTMLElement>(null)
  const load = useRef(() => {})
  const pressed = useRef<PointerEvent>(undefined)
  useEffect(() => {
    let ended = false
    load.current = () => {
      loadDragSelection().then(
        ({ createDragSelection }) => {
          if (ended || loaded.current) return
          loaded.current = createDragSelection(scroller, latest)
          loaded.current.attach(grid.current)
          if (pressed.current) loaded.current.handlers.onPointerDown(pressed.current)
          pressed.current = undefined
        },
        () => {
          // The next press loads it again.
        },
      )
    }
    void waitForFirstScreen().then(() => {
      if (!ended) load.current()
    })
    return () => {
      ended = true
      loaded.current?.end()
      loaded.current = undefined
    }
  }, [scroller])
  return useMemo(() => {
    const handlers: DragHandlers = {
      onPointerDown: event => {
        if (loaded.current) return loaded.current.handlers.onPointerDown(event)
        pressed.current = event
        load.current()
      },
      onPointerMove: event => loaded.current?.handlers.onPointerMove(event),
      onPointerUp: () => {
        pressed.current = undefined
        loaded.current?.handlers.onPointerUp()
      },
      onPointerCancel: () => {
        pressed.current = undefined
        loaded.current?.handlers.onPointerCancel()
      },
      onContextMenu: event => loaded.current?.handlers.onContextMenu(event),
    }
    const attach = (element: HTMLElement | null) => {
      grid.current = element
      pressed.current = undefined
      loaded.current?.attach(element)
    }
    return { swallowsClick: () => loaded.current?.swallowsClick() ?? false, handlers, attach }
  }, [])
}

const loadDragSelection = lazyModule(() => import('./drag-selection.ts'))
