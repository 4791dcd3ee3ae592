import {
  type Cell,
  countCells,
  countRows,
  findCellAt,
  findCellAtSlot,
  findLineEnd,
  getCellCenterX,
  getRow,
  getRowTop,
  getSlot,
  type Layout,
} from './layout.ts'

/**
 * Finds the cell that a key moves the focus to: arrows in two dimensions across months, Home and End to the library's first and
 * last cell, PageUp and PageDown by `pageRows` rows. The '+N' cell is a target like any other. Null for other keys.
 */
export function findCellForKey(layout: Layout, from: Cell, key: string, pageRows: number): Cell | null {
  if (layout.months === 0) return null
  switch (key) {
    case 'ArrowLeft':
      return from.cell > 0 ? { ...from, cell: from.cell - 1 } : getLastCell(layout, from.month - 1, from)
    case 'ArrowRight':
      return from.cell + 1 < countCells(layout, from.month)
        ? { ...from, cell: from.cell + 1 }
        : getFirstCell(layout, from.month + 1, from)
    case 'ArrowUp':
      return moveVertically(layout, from, -1)
    case 'ArrowDown':
      return moveVertically(layout, from, 1)
    case 'PageUp':
      return moveByRows(layout, from, -pageRows)
    case 'PageDown':
      return moveByRows(layout, from, pageRows)
    case 'Home':
      return getFirstCell(layout, 0, from)
    case 'End':
      return getLastCell(layout, layout.months - 1, from)
    default:
      return null
  }
}

/** Moves within the cell's first column, or in another line to the nearest cell: the last one of a shorter row. */
function moveVertically(layout: Layout, from: Cell, step: number): Cell {
  const { month } = from
  const row = getRow(layout, from) + step
  if (row >= 0 && row < countRows(layout, month)) {
    const slot = getSlot(layout, from) + step * layout.geometry.columns
    return { month, cell: findCellAtSlot(layout, month, slot) }
  }
  const nextMonth = step < 0 ? layout.lines[month]! - 1 : findLineEnd(layout, month) + 1
  if (nextMonth < 0 || nextMonth >= layout.months) return from
  return findCellAt(
    layout,
    getCellCenterX(layout, from),
    getRowTop(layout, nextMonth, step < 0 ? countRows(layout, nextMonth) - 1 : 0),
  )
}

function moveByRows(layout: Layout, from: Cell, rows: number): Cell {
  let target = from
  for (let step = 0; step < Math.abs(rows); step++) target = moveVertically(layout, target, Math.sign(rows))
  return target
}

function getFirstCell(layout: Layout, month: number, fallback: Cell): Cell {
  return month < layout.months ? { month, cell: 0 } : fallback
}

function getLastCell(layout: Layout, month: number, fallback: Cell): Cell {
  return month >= 0 ? { month, cell: countCells(layout, month) - 1 } : fallback
}
