import { useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/focus-history.ts'
import type { View } from '../layout/grid-scroller.ts'
import { type Cell, locatePosition, positionOf } from '../layout/layout.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'

/**
 * The selection mode removes the buttons that start and end it: moves the focus to the tile with the tab stop, or after
 * photos were deleted to the next one that is left. Returns the function to call when an action starts, before
 * its photos are gone.
 */
export function useFocusOfSelection(
  view: View | null,
  tabStop: Cell | null,
  selection: PhotoSelection,
  moveFocus: (to: CellKey) => void,
): () => void {
  const next = useRef<{ place: CellKey; total: number } | null>(null)
  const { active } = selection.state
  const wasActive = useRef(active)
  useLayoutEffect(() => {
    if (wasActive.current === active) return
    wasActive.current = active
    if (!view || !isFocusLost()) return
    const removed = next.current && view.layout.total < next.current.total
    if (removed) moveFocus(next.current!.place)
    else if (tabStop) moveFocus({ month: view.months[tabStop.month]!.key, cell: tabStop.cell })
  })
  return () => {
    const place = view && tabStop && nextUnselectedCell(view, tabStop, selection)
    next.current = place ? { place, total: view.layout.total } : null
  }
}

/** A cell by its month's key, which stays valid when months are added or removed. */
export interface CellKey {
  month: string
  cell: number
}

/** Where the next photo that is not selected will be when the selected ones are gone; null if none follows. */
function nextUnselectedCell(
  { layout, months }: View,
  from: Cell,
  { isSelectedAt }: PhotoSelection,
): CellKey | null {
  let position = Math.min(positionOf(layout, from.month, from.cell), layout.total - 1)
  while (position < layout.total && isSelectedAt(position)) position++
  if (position === layout.total) return null
  const { month, index } = locatePosition(layout, position)
  let selectedBefore = 0
  for (let cell = 0; cell < index; cell++) if (isSelectedAt(positionOf(layout, month, cell))) selectedBefore++
  return { month: months[month]!.key, cell: index - selectedBefore }
}
