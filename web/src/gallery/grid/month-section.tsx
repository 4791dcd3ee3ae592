import type { ReactNode } from 'react'
import type { Image } from '#contract/photos.ts'
import { monthLabel } from '#web/platform/i18n/dates.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { classes } from '#web/ui/classes.ts'
import {
  countColumns,
  countColumnsBefore,
  countSlots,
  findCellAtSlot,
  getPosition,
  getRowPitch,
  getRowTop,
  getSlot,
  getTileHeight,
  hasMore,
  type Layout,
  sharesLine,
} from '../layout/layout.ts'
import { toCell } from '../layout/wide-tiles.ts'
import type { Month } from '../photo-list/month.ts'
import { MoreTile, Tile } from '../tile/tile.tsx'
import { MonthHeader } from './month-header.tsx'
import styles from './month-section.module.css'

const MonthFailure = lazyComponent(() => import('./month-failure.tsx'), 'MonthFailure')

export interface MonthSectionProps {
  layout: Layout
  month: Month
  /** Index of the month in the layout. */
  place: number
  /** Rows in the DOM. */
  first: number
  last: number
  /** At least the number of rows in the DOM. */
  poolSize: number
  /** Library y of the section's edges, and the offset to subtract for the y inside the grid's element. */
  top: number
  bottom: number
  shift: number
  texts: Texts
  /** Row number, in the whole grid, of the month's header, or of its first row if it has no header. */
  firstRow: number
  failed: boolean
  failure: MessageId
  retry: (month: string) => void
  isSelecting: boolean
  isWholeSelected: boolean
  toggleMonth: (month: string) => void
  photoAt: (month: string, index: number) => Image | undefined
  isSelected: (position: number, month: string, id: string | undefined) => boolean
  /** The cell with tabindex 0, if it is in this month. */
  tabCell: number | null
  isInView: (month: string, index: number) => boolean
  renew: (place: { month: string; index: number }) => Promise<void>
}

/** One month: its sticky header and those of its rows that are in the DOM; or an album in its sections. */
export function MonthSection(props: MonthSectionProps) {
  const { layout, month, place, texts, top } = props
  const { gap, header, section } = layout.geometry
  const columns = countColumns(layout, place)
  const column = countColumnsBefore(layout, place)
  const tile = getTileHeight(layout, place)
  const isBeside = sharesLine(layout, place)
  const width = columns * (layout.tiles[place]! + gap) - gap
  const headerCount = header > 0 ? 1 : 0
  const rows: DrawnRow[] = []
  for (let row = props.first; row <= props.last; row++) {
    for (const { from, end, index } of splitRowAtSections(columns, section, row)) {
      const before = from - row * columns
      const firstCell = toCell(layout.spanning[place]!, from)
      const lastCell = Math.min(findCellAtSlot(layout, place, end - 1), layout.shownCounts[place]! - 1)
      const cellsAfter = (row + 1) * columns - end
      const node = (
        // biome-ignore lint/a11y/useFocusableInteractive: focus is on the buttons inside.
        // biome-ignore lint/a11y/useSemanticElements: a table cannot be positioned row by row.
        <div
          // Rows that scroll out at one end are recycled at the other.
          key={`${row % props.poolSize} ${before}`}
          role="row"
          // Without a name of its own a row would be read as the names of all of its photos.
          aria-label={
            lastCell < firstCell
              ? undefined
              : texts.text('photos.section', {
                  from: getPosition(layout, place, firstCell) + 1,
                  to: getPosition(layout, place, lastCell) + 1,
                })
          }
          aria-rowindex={props.firstRow + headerCount + row}
          aria-colindex={column + before > 0 ? column + before + 1 : undefined}
          className={styles.row}
          style={{
            // A transform instead of a new layout: the browser does not count it as a layout shift.
            transform: `translateY(${getRowTop(layout, place, row) - top}px)`,
            left: before > 0 ? formatTilesWidth(before, columns, gap) : undefined,
            right: cellsAfter > 0 ? formatTilesWidth(cellsAfter, columns, gap) : undefined,
            // The row's gap covers the empty tiles behind it.
            height: tile + gap,
            paddingBottom: gap,
            columnGap: gap,
            gridTemplateColumns: `repeat(${end - from}, minmax(0, 1fr))`,
          }}
        >
          {renderCells(props, from, end, column - row * columns)}
        </div>
      )
      rows.push({ section: index, node })
    }
  }
  return (
    <div
      {...(section
        ? {}
        : {
            role: 'rowgroup',
            'aria-label': texts.text('photos.grid', { month: monthLabel(texts, month.year, month.month) }),
          })}
      data-month={place}
      className={styles.section}
      style={{
        top: top - props.shift,
        height: props.bottom - top,
        ...(isBeside && { left: layout.lefts[place], right: 'auto', width }),
      }}
    >
      {headerCount > 0 && (
        <MonthHeader
          month={month}
          texts={texts}
          row={props.firstRow}
          column={column}
          columns={columns}
          width={isBeside ? width : undefined}
          isSelecting={props.isSelecting}
          isWholeSelected={props.isWholeSelected}
          toggle={() => props.toggleMonth(month.key)}
        />
      )}
      {props.failed && (
        <MonthFailure
          texts={texts}
          failure={props.failure}
          retry={() => props.retry(month.key)}
          isBeside={isBeside}
        />
      )}
      <EmptyTiles layout={layout} place={place} top={top} bottom={props.bottom} />
      {section ? groupBySection(props, section, rows) : rows.map(({ node }) => node)}
    </div>
  )
}

interface DrawnRow {
  section: number
  node: ReactNode
}

/**
 * Splits the slots of a row where a section ends: the two parts stand beside each other in the same line, so that sections
 * of 24 fit any number of columns.
 */
function splitRowAtSections(columns: number, size = Number.POSITIVE_INFINITY, row: number) {
  const first = row * columns
  const last = first + columns
  const parts: { from: number; end: number; index: number }[] = []
  for (let from = first; from < last; from = parts.at(-1)!.end) {
    const index = Math.floor(from / size)
    parts.push({ from, end: Math.min(last, (index + 1) * size), index })
  }
  return parts
}

/** Formats the width of a number of tiles with the gap after each. */
function formatTilesWidth(tiles: number, columns: number, gap: number) {
  return `calc((100% + ${gap}px) * ${tiles} / ${columns})`
}

/** Groups the rows by section. */
function groupBySection(
  { layout, place, texts }: MonthSectionProps,
  size: number,
  rows: readonly DrawnRow[],
) {
  const count = layout.counts[place]!
  const indexes = [...new Set(rows.map(({ section }) => section))].filter(index => index * size < count)
  return indexes.map(index => (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid, not of a table.
    <div
      key={index}
      role="rowgroup"
      aria-label={texts.text('photos.section', {
        from: index * size + 1,
        to: Math.min((index + 1) * size, count),
      })}
    >
      {rows.filter(({ section }) => section === index).map(({ node }) => node)}
    </div>
  ))
}

/** Empty tiles behind all full rows, visible before the rows are in the DOM. */
function EmptyTiles({
  layout,
  place,
  top,
  bottom,
}: {
  layout: Layout
  place: number
  top: number
  bottom: number
}) {
  const { gap } = layout.geometry
  const pitch = getRowPitch(layout, place)
  const rowsTop = getRowTop(layout, place, 0)
  // Clipped to the section, at a whole row.
  const skippedRows = Math.max(0, Math.ceil((top - rowsTop) / pitch))
  const fullRows = Math.floor(countSlots(layout, place) / countColumns(layout, place))
  const visibleRows = Math.floor((bottom - rowsTop) / pitch) + 1
  const rows = Math.min(fullRows, visibleRows) - skippedRows
  if (rows <= 0) return null
  const style = {
    top: rowsTop - top + skippedRows * pitch,
    height: rows * pitch - gap,
  }
  return <div aria-hidden className={classes('ui-screen-only', styles.places)} style={style} />
}

/**
 * Renders the cells of a month in the slots from `from` up to, but not including, `to`; slot plus `shift` is the column in the grid,
 * from 0.
 */
function renderCells(props: MonthSectionProps, from: number, to: number, shift: number) {
  const { layout, month, place, texts } = props
  const { columns } = layout.geometry
  const cells: ReactNode[] = []
  const end = Math.min(countSlots(layout, place), to)
  const first = findCellAtSlot(layout, place, from)
  const hasWide = findCellAtSlot(layout, place, end - 1) - first < end - 1 - from
  for (let slot = from, span: 1 | 2 = 1; slot < end; slot += span) {
    const cell = findCellAtSlot(layout, place, slot)
    span = getSlot(layout, { month: place, cell: cell + 1 }) - slot === 2 ? 2 : 1
    if (cell === layout.shownCounts[place] && hasMore(layout, place)) {
      const before = props.photoAt(month.key, cell - 1)
      cells.push(
        <MoreTile
          key="more"
          count={layout.counts[place]! - layout.shownCounts[place]!}
          texts={texts}
          tabbable={props.tabCell === cell}
          cell={cell}
          column={hasWide ? slot + shift + 1 : undefined}
          hash={before?.placeholder}
        />,
      )
      continue
    }
    const image = props.photoAt(month.key, cell)
    const position = getPosition(layout, place, cell)
    cells.push(
      <Tile
        key={slot % columns}
        image={image}
        texts={texts}
        isSelected={props.isSelecting && props.isSelected(position, month.key, image?.imageId)}
        isSelecting={props.isSelecting}
        isTabStop={props.tabCell === cell}
        month={month.key}
        cell={cell}
        isWide={span === 2}
        column={hasWide ? slot + shift + 1 : undefined}
        position={position + 1}
        total={layout.total}
        isInView={props.isInView}
        renew={props.renew}
      />,
    )
  }
  return cells
}
