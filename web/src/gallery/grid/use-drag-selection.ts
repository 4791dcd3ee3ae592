import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { waitForFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import type { GridScroller } from '../layout/grid-scroller.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'
import type { DragHandlers, DragSelection } from './drag-selection.ts'

/**
 * Selects a range of tiles: with the mouse by dragging, by touch after a long press. Near the upper and lower edge the
 * page scrolls. A range that starts on a selected photo deselects. Its code is loaded after the first screen, or on
 * the first press, which is replayed when the code is loaded.
 */
export function useDragSelection(scroller: GridScroller, selection: PhotoSelection) {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const dragSelection = useRef<DragSelection>(undefined)
  const grid = useRef<HTMLElement>(null)
  const load = useRef(() => {})
  /** The press that waits for the code, and where its pointer is. */
  const pendingPress = useRef<PointerEvent>(undefined)
  const pendingMove = useRef<PointerEvent>(undefined)
  useEffect(() => {
    let isUnmounted = false
    load.current = () => {
      loadDragSelection().then(
        ({ createDragSelection }) => {
          if (isUnmounted || dragSelection.current) return
          dragSelection.current = createDragSelection(scroller, latest)
          dragSelection.current.attach(grid.current)
          const { handlers } = dragSelection.current
          if (pendingPress.current) handlers.onPointerDown(pendingPress.current)
          if (pendingPress.current && pendingMove.current) handlers.onPointerMove(pendingMove.current)
          pendingPress.current = undefined
        },
        () => {
          // The next press loads it again.
        },
      )
    }
    void waitForFirstScreen().then(() => {
      if (!isUnmounted) load.current()
    })
    return () => {
      isUnmounted = true
      dragSelection.current?.end()
      dragSelection.current = undefined
    }
  }, [scroller])
  return useMemo(() => {
    const handlers: DragHandlers = {
      onPointerDown: event => {
        if (dragSelection.current) return dragSelection.current.handlers.onPointerDown(event)
        pendingPress.current = event
        pendingMove.current = undefined
        load.current()
      },
      onPointerMove: event => {
        if (dragSelection.current) dragSelection.current.handlers.onPointerMove(event)
        else pendingMove.current = event
      },
      onPointerUp: () => {
        pendingPress.current = undefined
        dragSelection.current?.handlers.onPointerUp()
      },
      onPointerCancel: () => {
        pendingPress.current = undefined
        dragSelection.current?.handlers.onPointerCancel()
      },
      onContextMenu: event => dragSelection.current?.handlers.onContextMenu(event),
    }
    const attach = (element: HTMLElement | null) => {
      grid.current = element
      pendingPress.current = undefined
      dragSelection.current?.attach(element)
    }
    return { swallowsClick: () => dragSelection.current?.swallowsClick() ?? false, handlers, attach }
  }, [])
}

const loadDragSelection = lazyModule(() => import('./drag-selection.ts'))
