import { useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/focus-history.ts'
import type { View } from '../layout/grid-scroller.ts'
import { type Cell, getPosition, locatePosition } from '../layout/layout.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'

/**
 * The selection mode removes the buttons that start and end it: moves the focus to the tile with the tab stop, or after
 * photos were deleted to the next remaining photo. Returns the function to call when an action starts, before
 * its photos are removed.
 */
export function useFocusOfSelection(
  view: View | null,
  tabStop: Cell | null,
  selection: PhotoSelection,
  moveFocus: (to: CellKey) => void,
): () => void {
  const focusTarget = useRef<{ place: CellKey; total: number } | null>(null)
  const { active } = selection.state
  const wasActive = useRef(active)
  useLayoutEffect(() => {
    if (wasActive.current === active) return
    wasActive.current = active
    if (!view || !isFocusLost()) return
    const arePhotosRemoved = focusTarget.current && view.layout.total < focusTarget.current.total
    if (arePhotosRemoved) moveFocus(focusTarget.current!.place)
    else if (tabStop) moveFocus({ month: view.months[tabStop.month]!.key, cell: tabStop.cell })
  })
  return () => {
    const place = view && tabStop && findNextUnselectedCell(view, tabStop, selection)
    focusTarget.current = place ? { place, total: view.layout.total } : null
  }
}

/** A cell by its month's key, which stays valid when months are added or removed. */
export interface CellKey {
  month: string
  cell: number
}

/** Finds the cell of the next unselected photo after the selected photos are removed; null if no photo follows. */
function findNextUnselectedCell(
  { layout, months }: View,
  from: Cell,
  { isSelectedAt }: PhotoSelection,
): CellKey | null {
  let position = Math.min(getPosition(layout, from.month, from.cell), layout.total - 1)
  while (position < layout.total && isSelectedAt(position)) position++
  if (position === layout.total) return null
  const { month, index } = locatePosition(layout, position)
  let selectedBefore = 0
  for (let cell = 0; cell < index; cell++)
    if (isSelectedAt(getPosition(layout, month, cell))) selectedBefore++
  return { month: months[month]!.key, cell: index - selectedBefore }
}
