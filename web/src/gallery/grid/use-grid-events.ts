import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { TIMELINE_PAGE } from '#contract/photos.ts'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { isFocusLost } from '#web/ui/focus-history.ts'
import type { GridScroller, View } from '../layout/grid-scroller.ts'
import { findCellForKey } from '../layout/keyboard.ts'
import {
  type Cell,
  findRowStart,
  getMonthSpan,
  getPosition,
  getRow,
  hasMore,
  locatePosition,
} from '../layout/layout.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'
import { useDragSelection } from './use-drag-selection.ts'

export interface GridActions {
  openPhoto: (imageId: string) => void
  /** Shows the next page of a month. */
  openMonth: (month: string) => void
  /** Scrolls to a photo and focuses it, in a month that does not show it yet, too. */
  revealPosition: (position: number) => Promise<void>
}

/**
 * Handles the input of the grid: presses, keys with one tab stop (roving tabindex), ranges. The focus is stored as month
 * and index, so it survives the recycling of tiles: while its tile is not in the DOM the grid element itself has the
 * focus.
 */
export function useGridEvents(
  grid: RefObject<HTMLElement | null>,
  scroller: GridScroller,
  view: View | null,
  selection: PhotoSelection,
  actions: GridActions,
) {
  const [focus, setFocus] = useState<CellKey | null>(null)
  const focusPending = useRef(false)
  const hadFocus = useRef(false)
  const dragSelection = useDragSelection(scroller, selection)
  const focusedCell = view && focus && findCell(view, focus)
  const tabStop =
    view && (focusedCell && isDrawn(view, focusedCell) ? focusedCell : findFirstCellInView(view))

  useLayoutEffect(() => restoreFocus(grid.current, focusedCell, focusPending, hadFocus.current))
  const moveFocus = (to: CellKey) => {
    setFocus(to)
    focusPending.current = true
  }
  const rememberFocusTarget = useFocusOfSelection(view, tabStop, selection, moveFocus)
  // Shift and arrows draw a range until Shift is released.
  useWindowEvent('keyup', ({ key }) => key === 'Shift' && selection.release())

  const revealCell = (cell: Cell) => {
    if (!view) return
    moveFocus({ month: view.months[cell.month]!.key, cell: cell.cell })
    scroller.reveal(cell)
  }

  const press = (
    cell: Cell,
    event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
    target: Element,
  ) => {
    if (!view) return
    const month = view.months[cell.month]!.key
    if (isMoreCell(view, cell)) return actions.openMonth(month)
    const position = getPosition(view.layout, cell.month, cell.cell)
    const checkMark = target.closest('[data-check]')
    if (event.shiftKey && (selection.state.active || selection.state.anchor !== null))
      return selection.selectTo(position)
    if (selection.state.active || checkMark || event.shiftKey || event.ctrlKey || event.metaKey)
      return selection.toggle(position)
    const id = target.closest('[data-cell]')?.querySelector<HTMLElement>('[data-photo]')?.dataset.photo
    if (id) actions.openPhoto(id)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (!view || (target !== event.currentTarget && !target.closest('[data-cell]'))) return
    const from = focusedCell ?? tabStop
    if (!from || event.altKey) return
    if (event.key === ' ') {
      event.preventDefault()
      if (!isMoreCell(view, from)) selection.toggle(getPosition(view.layout, from.month, from.cell))
      return
    }
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      return selection.selectAll()
    }
    const { tile, gap } = view.layout.geometry
    const to = findCellForKey(
      view.layout,
      from,
      event.key,
      Math.max(1, Math.floor(scroller.height / (tile + gap)) - 1),
    )
    if (!to) return
    event.preventDefault()
    // The end of a month that is opened page by page is one key away.
    if (event.key === 'End' && !event.shiftKey && isMoreCell(view, to) && isOpened(view, to))
      return void actions.revealPosition(view.layout.total - 1)
    if (event.shiftKey) {
      const anchor = selection.state.anchor ?? toPosition(view, from)
      selection.draw({ from: anchor, to: toPosition(view, to) }, true)
    }
    revealCell(to)
  }

  return {
    tabStop,
    revealCell,
    rememberFocusTarget,
    /** To be called with each new element of the grid, and with null when it is removed. */
    attach: dragSelection.attach,
    handlers: {
      ...dragSelection.handlers,
      onKeyDown: handleKeyDown,
      // Space presses a button on keyup: the grid has already handled it on keydown.
      onKeyUp: (event: KeyboardEvent) => {
        if (event.key === ' ' && findCellOfElement(event.target as Element)) event.preventDefault()
      },
      onClick: (event: MouseEvent) => {
        const cell = findCellOfElement(event.target as Element)
        if (cell && !dragSelection.swallowsClick()) press(cell, event, event.target as Element)
      },
      onBlur: (event: FocusEvent) => {
        hadFocus.current = event.currentTarget.contains(event.relatedTarget)
      },
      onFocus: (event: { target: EventTarget }) => {
        hadFocus.current = true
        const cell = findCellOfElement(event.target as Element)
        if (cell && view) setFocus({ month: view.months[cell.month]!.key, cell: cell.cell })
      },
    },
  }
}

export type GridEvents = Pick<ReturnType<typeof useGridEvents>, 'tabStop' | 'attach' | 'handlers'>

function findCell(view: View, focus: CellKey): Cell | null {
  const month = view.months.findIndex(({ key }) => key === focus.month)
  if (month < 0) return null
  return {
    month,
    cell: Math.min(focus.cell, view.layout.shownCounts[month]! - (hasMore(view.layout, month) ? 0 : 1)),
  }
}

function isDrawn({ layout, rows }: View, cell: Cell) {
  if (cell.month < rows.firstMonth || cell.month > rows.lastMonth) return false
  const { first, last } = getMonthSpan(layout, rows, cell.month)
  const row = getRow(layout, cell)
  return row >= first && row <= last
}

function findFirstCellInView({ layout, visibleRows }: View): Cell | null {
  if (visibleRows.lastMonth < visibleRows.firstMonth) return null
  const { firstMonth, firstRow } = visibleRows
  return { month: firstMonth, cell: findRowStart(layout, firstMonth, firstRow) }
}

function isMoreCell({ layout }: View, { month, cell }: Cell) {
  return hasMore(layout, month) && cell === layout.shownCounts[month]
}

function isOpened({ layout }: View, { month }: Cell) {
  return layout.shownCounts[month]! > TIMELINE_PAGE
}

function toPosition({ layout }: View, { month, cell }: Cell) {
  return getPosition(layout, month, Math.min(cell, layout.shownCounts[month]! - 1))
}

function findCellOfElement(element: Element): Cell | null {
  const cell = element.closest<HTMLElement>('[data-cell]')
  const section = element.closest<HTMLElement>('[data-month]')
  return cell && section ? { month: Number(section.dataset.month), cell: Number(cell.dataset.cell) } : null
}

/** Finds the button of a cell, if it is in the DOM. */
function findButton(grid: HTMLElement | null, { month, cell }: Cell): HTMLElement | null {
  return grid?.querySelector(`[data-month="${month}"] [data-cell="${cell}"] button`) ?? null
}

/**
 * Focuses the tile of the focused cell, or the grid while that tile is not in the DOM or shows another photo.
 * `hadFocus`: the grid had the focus; when the focused tile is removed the browser moves the focus to the body.
 */
function restoreFocus(
  grid: HTMLElement | null,
  focusedCell: Cell | null,
  pending: { current: boolean },
  hadFocus: boolean,
) {
  if (!grid || !focusedCell) return
  if (hadFocus && document.activeElement === document.body) grid.focus({ preventScroll: true })
  const activeElement = document.activeElement
  const hasFocusInside = activeElement !== null && grid.contains(activeElement)
  if (!hasFocusInside && !pending.current) return
  const button = findButton(grid, focusedCell)
  if (button) {
    const isOnTile = activeElement === grid || findCellOfElement(activeElement as Element) !== null
    if ((pending.current || isOnTile) && button !== activeElement) button.focus({ preventScroll: true })
    // The page below the preview is inert: focusing is repeated when it is uncovered.
    pending.current = pending.current && document.activeElement !== button
  } else if (hasFocusInside && findCellOfElement(activeElement)) {
    grid.focus({ preventScroll: true })
  }
}

/**
 * The selection mode removes the buttons that start and end it: moves the focus to the tile with the tab stop, or after
 * photos were deleted to the next remaining photo. Returns the function to call when an action starts, before
 * its photos are removed.
 */
function useFocusOfSelection(
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
interface CellKey {
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
