import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import type { GridScroller, View } from '../layout/grid-scroller.ts'
import { countRows, getLineBottom, getMonthSpan, type Layout } from '../layout/layout.ts'
import type { MonthPages } from '../photo-list/use-month-pages.ts'
import type { PhotoSelection } from '../selection/use-photo-selection.ts'
import { MonthSection } from './month-section.tsx'
import styles from './photo-grid.module.css'
import type { GridEvents } from './use-grid-events.ts'

/** A virtualized grid of photos: only the rows near the window are in the DOM. */
export function PhotoGrid({
  element,
  scroller,
  view,
  pages,
  selection,
  events,
  label,
  failure,
}: PhotoGridProps) {
  const texts = useTexts()
  const { attach } = scroller
  const { tabStop, attach: attachEvents } = events
  useLayoutEffect(() => attach(element.current!), [attach, element])
  useLayoutEffect(() => {
    attachEvents(element.current)
    return () => attachEvents(null)
  }, [attachEvents, element])
  const isDrawing = selection.state.pending?.isLoading === false
  const sections: ReactNode[] = []
  if (view) {
    const { layout, rows, box, months } = view
    for (let place = view.firstMonth; place <= view.lastMonth; place++) {
      const month = months[place]!
      const isDrawn = place >= rows.firstMonth && place <= rows.lastMonth
      const top = Math.max(layout.tops[place]!, box.top)
      const end = getLineBottom(layout, place)
      const bottom = Math.min(end, box.bottom)
      const isClipped = bottom - top < end - layout.tops[place]!
      const { first, last } = isDrawn ? getMonthSpan(layout, rows, place) : NO_ROWS
      sections.push(
        <MonthSection
          // Another clipping gets another element: the browser would count moving the same one as a layout shift.
          key={isClipped ? `${month.key} ${box.top}` : month.key}
          layout={layout}
          month={month}
          place={place}
          first={first}
          last={last}
          poolSize={Math.max(view.poolSize, last - first + 1)}
          top={top}
          bottom={bottom}
          shift={view.shift}
          texts={texts}
          firstRow={getHeaderRow(layout, place)}
          failed={pages.getState(month.key) === 'rejected'}
          failure={failure}
          retry={pages.retry}
          isSelecting={selection.state.active}
          isWholeSelected={selection.isWholeMonth(month.key)}
          toggleMonth={selection.toggleMonth}
          photoAt={pages.photoAt}
          isSelected={selection.isSelected}
          tabCell={tabStop?.month === place ? tabStop.cell : null}
          isInView={scroller.isInView}
          renew={pages.renew}
        />,
      )
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be positioned row by row. */}
      <div
        ref={element}
        role="grid"
        aria-label={label}
        aria-rowcount={view ? getHeaderRow(view.layout, view.layout.months) - 1 : 0}
        aria-colcount={view?.layout.geometry.columns ?? 1}
        aria-multiselectable
        tabIndex={-1}
        className={classes(styles.grid, isDrawing && styles.drawing)}
        {...events.handlers}
      >
        {sections}
      </div>
    </>
  )
}

/** A month outside of the window: its empty tiles are painted, its photos are not in the DOM. */
const NO_ROWS = { first: 0, last: -1 }

export interface PhotoGridProps {
  element: RefObject<HTMLDivElement | null>
  scroller: GridScroller
  view: View | null
  pages: MonthPages
  selection: PhotoSelection
  events: GridEvents
  /** Accessible name of the grid. */
  label: string
  /** Message for photos that could not be loaded. */
  failure: MessageId
}

/**
 * Returns the row number, from 1, of a month's header, or of its first row in lists without headers; computed once per
 * layout.
 */
function getHeaderRow(layout: Layout, month: number): number {
  let rows = headerRows.get(layout)
  if (!rows) {
    rows = new Float64Array(layout.months + 1)
    for (let index = 0; index < layout.months; index++) {
      // Months of one line share their rows.
      const first = layout.lines[index]!
      rows[index] = rows[first]!
      rows[index + 1] = rows[first]! + (layout.geometry.header > 0 ? 1 : 0) + countRows(layout, first)
    }
    headerRows.set(layout, rows)
  }
  return rows[month]! + 1
}

const headerRows = new WeakMap<Layout, Float64Array>()
