import { type Cell, cellAt, cellCenterX, cellsOf, type Layout, lineEnd, rowsOf, rowTop } from './layout.ts'

/**
 * The cell a key moves the focus to: arrows in two dimensions across months, Home and End to the library's first and
 * last cell, PageUp and PageDown by `pageRows` rows. The '+N' cell is a target like any other. Null for other keys.
 */
export function cellForKey(layout: Layout, from: Cell, key: string, pageRows: number): Cell | null {
  if (layout.months === 0) return null
  switch (key) {
    case 'ArrowLeft':
      return from.cell > 0 ? { ...from, cell: from.cell - 1 } : lastCell(layout, from.month - 1, from)
    case 'ArrowRight':
      return from.cell + 1 < cellsOf(layout, from.month)
        ? { ...from, cell: from.cell + 1 }
        : firstCell(layout, from.month + 1, from)
    case 'ArrowUp':
      return vertical(layout, from, -1)
    case 'ArrowDown':
      return vertical(layout, from, 1)
    case 'PageUp':
      return repeated(layout, from, -pageRows)
    case 'PageDown':
      return repeated(layout, from, pageRows)
    case 'Home':
      return firstCell(layout, 0, from)
    case 'End':
      return lastCell(layout, layout.months - 1, from)
    default:
      return null
  }
}

/** In the same column, or in another line to the cell nearest to it: the last one of a shorter row. */
function vertical(layout: Layout, from: Cell, step: number): Cell {
  const { month, cell } = from
  const { columns } = layout.geometry
  const row = Math.floor(cell / columns) + step
  if (row >= 0 && row < rowsOf(layout, month))
    return { month, cell: Math.min(cell + step * columns, cellsOf(layout, month) - 1) }
  const next = step < 0 ? layout.lines[month]! - 1 : lineEnd(layout, month) + 1
  if (next < 0 || next >= layout.months) return from
  return cellAt(
    layout,
    cellCenterX(layout, from),
    rowTop(layout, next, step < 0 ? rowsOf(layout, next) - 1 : 0),
  )
}

function repeated(layout: Layout, from: Cell, rows: number): Cell {
  let at = from
  for (let step = 0; step < Math.abs(rows); step++) at = vertical(layout, at, Math.sign(rows))
  return at
}

function firstCell(layout: Layout, month: number, otherwise: Cell): Cell {
  return month < layout.months ? { month, cell: 0 } : otherwise
}

function lastCell(layout: Layout, month: number, otherwise: Cell): Cell {
  return month >= 0 ? { month, cell: cellsOf(layout, month) - 1 } : otherwise
}
