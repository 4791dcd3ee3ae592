/*
 * Tiles of wide photos span two columns. The tiles of a month fill numbered slots, each one column of a row, from 0:
 * a tile's first slot is its cell plus the number of spanning tiles before it. No tile goes over the end of a row.
 */

/** Cells of a month whose tiles span two columns, ascending. */
export type SpanningCells = readonly number[]

/**
 * Selects the wide photos that span two columns: those among the first `photos` of the month that would not start in the last
 * column. `wide` is ascending.
 */
export function selectSpanningCells(
  wide: readonly number[],
  photos: number,
  columns: number,
): readonly number[] {
  const spanning: number[] = []
  for (const cell of wide)
    if (cell < photos && (cell + spanning.length) % columns < columns - 1) spanning.push(cell)
  return spanning
}

/** Returns the first slot of a cell. */
export function toSlot(spanning: SpanningCells, cell: number): number {
  let slot = cell
  for (const other of spanning) {
    if (other >= cell) break
    slot++
  }
  return slot
}

/** Returns the cell that covers a slot; beyond the last cell, the cell that would be there. */
export function toCell(spanning: SpanningCells, slot: number): number {
  let cell = slot
  for (const other of spanning) {
    if (other >= cell) break
    cell--
  }
  return cell
}
