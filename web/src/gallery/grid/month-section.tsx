import type { ReactNode } from 'react'
import type { Image } from '#contract/photos.ts'
import { monthLabel } from '#web/platform/i18n/dates.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { cellsOf, hasMore, type Layout, positionOf, rowTop } from '../layout/layout.ts'
import type { Month } from '../photo-list/month.ts'
import { MoreTile, Tile } from '../tile/tile.tsx'
import { MonthFailure } from './month-failure.tsx'
import { MonthHeader } from './month-header.tsx'
import styles from './month-section.module.css'

export interface MonthSectionProps {
  layout: Layout
  month: Month
  /** Index of the month in the layout. */
  place: number
  /** Rows in the DOM. */
  first: number
  last: number
  /** At least the number of rows in the DOM. */
  pool: number
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
  choosing: boolean
  whole: boolean
  toggleMonth: (month: string) => void
  photoAt: (month: string, index: number) => Image | undefined
  isSelected: (position: number, month: string, id: string | undefined) => boolean
  /** The cell with tabindex 0, if it is in this month. */
  tabCell: number | null
  large: boolean
  renew: (place: { month: string; index: number }) => Promise<void>
}

/** One month: its sticky header and those of its rows that are in the DOM; or an album in its sections. */
export function MonthSection(props: MonthSectionProps) {
  const { layout, month, place, texts, top } = props
  const { columns, tile, gap, header, section } = layout.geometry
  const headers = header > 0 ? 1 : 0
  const name = headers ? monthLabel(texts, month.year, month.month) : ''
  const rows: DrawnRow[] = []
  for (let row = props.first; row <= props.last; row++) {
    for (const { from, end, section } of partsOfRow(layout, row)) {
      const before = from - row * columns
      const after = (row + 1) * columns - end
      const node = (
        // biome-ignore lint/a11y/useFocusableInteractive: focus is on the buttons inside.
        // biome-ignore lint/a11y/useSemanticElements: a table cannot be positioned row by row.
        <div
          // Rows that scroll out at one end are recycled at the other.
          key={`${row % props.pool} ${before}`}
          role="row"
          aria-rowindex={props.firstRow + headers + row}
          aria-colindex={before > 0 ? before + 1 : undefined}
          className={styles.row}
          style={{
            // A transform instead of a new layout: the browser does not count it as a layout shift.
            transform: `translateY(${rowTop(layout, place, row) - top}px)`,
            left: before > 0 ? widthOf(before, layout) : undefined,
            right: after > 0 ? widthOf(after, layout) : undefined,
            // The row's gap covers the empty tiles behind it.
            height: tile + gap,
            paddingBottom: gap,
            columnGap: gap,
            gridTemplateColumns: `repeat(${end - from}, minmax(0, 1fr))`,
          }}
        >
          {cellsBetween(props, from, end)}
        </div>
      )
      rows.push({ section, node })
    }
  }
  return (
    <div
      {...(section ? {} : { role: 'rowgroup', 'aria-label': texts.text('photos.grid', { month: name }) })}
      data-month={place}
      className={styles.section}
      style={{ top: top - props.shift, height: props.bottom - top }}
    >
      {headers > 0 && (
        <MonthHeader
          name={name}
          count={month.count}
          texts={texts}
          row={props.firstRow}
          choosing={props.choosing}
          whole={props.whole}
          toggle={() => props.toggleMonth(month.key)}
        />
      )}
      {props.failed && (
        <MonthFailure texts={texts} failure={props.failure} retry={() => props.retry(month.key)} />
      )}
      <Places layout={layout} place={place} top={top} bottom={props.bottom} />
      {section ? inSections(props, section, rows) : rows.map(({ node }) => node)}
    </div>
  )
}

interface DrawnRow {
  section: number
  node: ReactNode
}

/**
 * The cells of a row, cut where a section ends: the two parts stand beside each other in the same line, so that sections
 * of 24 fit any number of columns (PL-083, RV-114).
 */
function partsOfRow({ geometry: { columns, section } }: Layout, row: number) {
  const first = row * columns
  const last = first + columns
  const size = section ?? Number.POSITIVE_INFINITY
  const parts: { from: number; end: number; section: number }[] = []
  for (let from = first; from < last; from = parts.at(-1)!.end) {
    const index = Math.floor(from / size)
    parts.push({ from, end: Math.min(last, (index + 1) * size), section: index })
  }
  return parts
}

/** Width of a number of tiles with the gap after each. */
function widthOf(tiles: number, { geometry: { columns, gap } }: Layout) {
  return `calc((100% + ${gap}px) * ${tiles} / ${columns})`
}

/** The rows in groups of a section each (PL-083). */
function inSections({ layout, place, texts }: MonthSectionProps, size: number, rows: readonly DrawnRow[]) {
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
function Places({
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
  const { columns, tile, gap } = layout.geometry
  const begin = rowTop(layout, place, 0)
  // Clipped to the section, at a whole row.
  const skipped = Math.max(0, Math.ceil((top - begin) / (tile + gap)))
  const full = Math.floor(cellsOf(layout, place) / columns)
  const fitting = Math.floor((bottom - begin) / (tile + gap)) + 1
  const rows = Math.min(full, fitting) - skipped
  if (rows <= 0) return null
  const style = {
    top: begin - top + skipped * (tile + gap),
    height: rows * (tile + gap) - gap,
  }
  return <div aria-hidden className={styles.places} style={style} />
}

/** The cells from one index to before another, as far as the month has so many. */
function cellsBetween(props: MonthSectionProps, from: number, to: number) {
  const { layout, month, place, texts } = props
  const { columns } = layout.geometry
  const cells: ReactNode[] = []
  const end = Math.min(cellsOf(layout, place), to)
  for (let cell = from; cell < end; cell++) {
    if (cell === layout.shown[place] && hasMore(layout, place)) {
      const before = props.photoAt(month.key, cell - 1)
      cells.push(
        <MoreTile
          key="more"
          count={layout.counts[place]! - layout.shown[place]!}
          texts={texts}
          tabbable={props.tabCell === cell}
          cell={cell}
          hash={before?.placeholder}
        />,
      )
      continue
    }
    const image = props.photoAt(month.key, cell)
    const position = positionOf(layout, place, cell)
    cells.push(
      <Tile
        key={cell % columns}
        image={image}
        texts={texts}
        selected={props.choosing && props.isSelected(position, month.key, image?.imageId)}
        choosing={props.choosing}
        tabbable={props.tabCell === cell}
        month={month.key}
        cell={cell}
        position={position + 1}
        total={layout.total}
        large={props.large}
        renew={props.renew}
      />,
    )
  }
  return cells
}
