import { useQueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { GridScroller } from '../layout/grid-scroller.ts'
import { locatePosition } from '../layout/layout.ts'
import { createListSequence } from '../photo-list/list-sequence.ts'
import type { Month } from '../photo-list/month.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { UnderlyingPhotos } from '../photo-list/photo-sequence.ts'
import { refetchPhoto } from '../photo-list/refetch-photo.ts'
import { useMonthPages } from '../photo-list/use-month-pages.ts'
import { usePhotoSelection } from '../selection/use-photo-selection.ts'
import { type GridActions, useGridEvents } from './use-grid-events.ts'

/** Manages the state of a photo grid: rows in view, loaded pages, selection and focus. */
export function usePhotoGrid(
  status: UnderlyingPhotos['status'],
  list: PhotoList,
  months: readonly Month[],
  openPhoto: GridActions['openPhoto'],
) {
  const queries = useQueryClient()
  const [scroller] = useState(() => new GridScroller())
  const [openMonths, setOpenMonths] = useOpenMonths(list, months)
  const grid = useRef<HTMLDivElement>(null)
  const latestView = useSyncExternalStore(scroller.subscribe, scroller.view)
  // The first view is rendered in slices, every later one at once: it follows the scroll position.
  const isRendered = useDeferredValue(latestView !== null)
  const view = isRendered ? latestView : null
  useLayoutEffect(() => scroller.setMonths(months, openMonths, list), [scroller, months, openMonths, list])

  const pages = useMonthPages(view, list, openMonths)
  const selection = usePhotoSelection(list, months, scroller.view)
  const openMonth = useCallback(
    (month: string) => setOpenMonths(before => new Set(before).add(month)),
    [setOpenMonths],
  )
  const events = useGridEvents(grid, scroller, view, selection, { openPhoto, openMonth })

  const sequence = useMemo(() => createListSequence(queries, list, months), [queries, list, months])
  const revealCell = useRef(events.revealCell)
  useLayoutEffect(() => {
    revealCell.current = events.revealCell
  })
  const underlyingPhotos: UnderlyingPhotos = useMemo(
    () => ({
      status,
      sequence,
      refetchPhoto: id => refetchPhoto(queries, list, id),
      findTile: id =>
        grid.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`) ?? undefined,
      revealPhoto: async id => {
        const position = await sequence.indexOf(id)
        if (position === null || months.length === 0) return false
        const { month, index } = locatePosition(await waitForLayout(scroller), position)
        openMonthIfHidden(scroller, months, month, index, openMonth)
        await waitForView(scroller, () => {
          const layout = scroller.view()?.layout
          return layout !== undefined && month < layout.months && index < layout.shownCounts[month]!
        })
        revealCell.current({ month, cell: index })
        return true
      },
    }),
    [status, sequence, scroller, months, openMonth, queries, list],
  )
  return {
    scroller,
    grid,
    view,
    pages,
    selection,
    events,
    underlyingPhotos,
    rememberFocusTarget: events.rememberFocusTarget,
  }
}

/** Manages the months shown in full; a new sort closes them all (PL-024). Lists in sections always show all. */
function useOpenMonths(list: PhotoList, months: readonly Month[]) {
  const [openMonths, setOpenMonths] = useState<ReadonlySet<string>>(NO_MONTHS)
  const [sortedList, setSortedList] = useState(list)
  if (sortedList !== list) {
    setSortedList(list)
    setOpenMonths(NO_MONTHS)
  }
  const allMonths = useMemo(() => new Set(months.map(({ key }) => key)), [months])
  return [list.sections ? allMonths : openMonths, setOpenMonths] as const
}

const NO_MONTHS: ReadonlySet<string> = new Set()

async function waitForLayout(scroller: GridScroller) {
  await waitForView(scroller, () => scroller.view() !== null)
  return scroller.view()!.layout
}

function openMonthIfHidden(
  scroller: GridScroller,
  months: readonly Month[],
  month: number,
  index: number,
  openMonths: (month: string) => void,
) {
  const layout = scroller.view()?.layout
  const key = months[month]?.key
  if (layout && key !== undefined && index >= (layout.shownCounts[month] ?? 0)) openMonths(key)
}

/** Resolves when `condition` holds; it is checked after every change of the view. */
function waitForView(scroller: GridScroller, condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve()
  return new Promise(resolve => {
    const stop = scroller.subscribe(() => {
      if (!condition()) return
      stop()
      resolve()
    })
  })
}
