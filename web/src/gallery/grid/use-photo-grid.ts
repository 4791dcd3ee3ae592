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
import { listSequence } from '../photo-list/list-sequence.ts'
import type { Month } from '../photo-list/month.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { UnderlyingPhotos } from '../photo-list/photo-sequence.ts'
import { refetchPhoto } from '../photo-list/refetch-photo.ts'
import { useMonthPages } from '../photo-list/use-month-pages.ts'
import { usePhotoSelection } from '../selection/use-photo-selection.ts'
import { type GridActions, useGridEvents } from './use-grid-events.ts'

/** State of a photo grid: rows in view, loaded pages, selection and focus. */
export function usePhotoGrid(
  status: UnderlyingPhotos['status'],
  list: PhotoList,
  months: readonly Month[],
  openPhoto: GridActions['openPhoto'],
) {
  const queries = useQueryClient()
  const [scroller] = useState(() => new GridScroller())
  const [open, setOpen] = useOpenMonths(list, months)
  const grid = useRef<HTMLDivElement>(null)
  const latest = useSyncExternalStore(scroller.subscribe, scroller.view)
  // The first view is rendered in slices, every later one at once: it follows the scroll position.
  const isRendered = useDeferredValue(latest !== null)
  const view = isRendered ? latest : null
  useLayoutEffect(() => scroller.setMonths(months, open, list), [scroller, months, open, list])

  const pages = useMonthPages(view, list, open)
  const selection = usePhotoSelection(list, months, scroller.view)
  const openMonth = useCallback((month: string) => setOpen(before => new Set(before).add(month)), [setOpen])
  const events = useGridEvents(grid, scroller, view, selection, { openPhoto, openMonth })

  const sequence = useMemo(() => listSequence(queries, list, months), [queries, list, months])
  const revealCell = useRef(events.revealCell)
  useLayoutEffect(() => {
    revealCell.current = events.revealCell
  })
  const below: UnderlyingPhotos = useMemo(
    () => ({
      status,
      sequence,
      refetchPhoto: id => refetchPhoto(queries, list, id),
      findTile: id =>
        grid.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`) ?? undefined,
      revealPhoto: async id => {
        const position = await sequence.indexOf(id)
        if (position === null || months.length === 0) return false
        const { month, index } = locatePosition(await viewOf(scroller), position)
        openMonthWith(scroller, months, month, index, openMonth)
        await drawnBy(scroller, () => {
          const layout = scroller.view()?.layout
          return layout !== undefined && month < layout.months && index < layout.shown[month]!
        })
        revealCell.current({ month, cell: index })
        return true
      },
    }),
    [status, sequence, scroller, months, openMonth, queries, list],
  )
  return { scroller, grid, view, pages, selection, events, below, rememberNext: events.rememberNext }
}

/** Months shown in full; a new sort closes them all (PL-024). Lists in sections always show all. */
function useOpenMonths(list: PhotoList, months: readonly Month[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE)
  const [sorted, setSorted] = useState(list)
  if (sorted !== list) {
    setSorted(list)
    setOpen(NONE)
  }
  const whole = useMemo(() => new Set(months.map(({ key }) => key)), [months])
  return [list.sections ? whole : open, setOpen] as const
}

const NONE: ReadonlySet<string> = new Set()

async function viewOf(scroller: GridScroller) {
  await drawnBy(scroller, () => scroller.view() !== null)
  return scroller.view()!.layout
}

function openMonthWith(
  scroller: GridScroller,
  months: readonly Month[],
  month: number,
  index: number,
  open: (month: string) => void,
) {
  const layout = scroller.view()?.layout
  const key = months[month]?.key
  if (layout && key !== undefined && index >= (layout.shown[month] ?? 0)) open(key)
}

/** Resolves when `condition` holds; it is checked after every change of the view. */
function drawnBy(scroller: GridScroller, condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve()
  return new Promise(resolve => {
    const stop = scroller.subscribe(() => {
      if (!condition()) return
      stop()
      resolve()
    })
  })
}
