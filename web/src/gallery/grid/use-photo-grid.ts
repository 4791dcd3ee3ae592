import { useQueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { GridScroller } from '../layout/grid-scroller.ts'
import { type Cell, locatePosition } from '../layout/layout.ts'
import { loadOnDemand } from '../load-on-demand.ts'
import { createListSequence } from '../photo-list/list-sequence.ts'
import type { Month } from '../photo-list/month.ts'
import { type MonthPosition, type OpenMonths, openNextPage, openUpTo } from '../photo-list/month-pages.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { UnderlyingPhotos } from '../photo-list/photo-sequence.ts'
import { refetchPhoto } from '../photo-list/refetch-photo.ts'
import { useMonthPages } from '../photo-list/use-month-pages.ts'
import { readPlacedPhoto, restoreMonths } from '../place/grid-place.ts'
import type { Place } from '../place/stored-places.ts'
import { usePlace } from '../place/use-place.ts'
import { toStoredSelection } from '../selection/restore-selection.ts'
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
  const place = usePlace(list.name, () => ({
    list: list.name,
    photo: readPlacedPhoto(scroller, pages.photoAt),
    ...(!list.sections && { open: [...openMonths] }),
    selection: toStoredSelection(selection.state),
  }))
  const [scroller] = useState(() => {
    const newScroller = new GridScroller()
    if (place?.photo) newScroller.restorePlace(place.photo)
    return newScroller
  })
  const [openMonths, setOpenMonths] = useOpenMonths(list, months, place?.open)
  const grid = useRef<HTMLDivElement>(null)
  const latestView = useSyncExternalStore(scroller.subscribe, scroller.view)
  // The first view is rendered in slices, every later one at once: it follows the scroll position.
  const isRendered = useDeferredValue(latestView !== null)
  const view = isRendered ? latestView : null
  useLayoutEffect(() => scroller.setMonths(months, openMonths, list), [scroller, months, openMonths, list])

  const pages = useMonthPages(view, list, openMonths)
  const selection = usePhotoSelection(list, months, scroller.view, place?.selection)
  const openMonth = useCallback(
    (month: string) => setOpenMonths(before => openNextPage(before, month)),
    [setOpenMonths],
  )
  const latest = useRef({ openMonths, revealCell: (_: Cell) => {} })
  const showInMonth = useCallback(
    ({ month, index }: MonthPosition) => setOpenMonths(before => openUpTo(before, month, index)),
    [setOpenMonths],
  )
  useOnDemand(openMonths.size > 0, ({ openNextPages }) =>
    openNextPages(scroller, month => latest.current.openMonths.has(month), openMonth),
  )
  useOnDemand(place?.photo !== undefined, ({ followPhoto }) =>
    followPhoto(scroller, queries, list, place!.photo!, showInMonth),
  )
  const revealPosition = useCallback(
    async (position: number) => {
      const { month, index } = locatePosition(await waitForLayout(scroller), position)
      const key = months[month]?.key
      if (key !== undefined) showInMonth({ month: key, index })
      await waitForView(scroller, () => index < (scroller.view()?.layout.shownCounts[month] ?? 0))
      latest.current.revealCell({ month, cell: index })
    },
    [scroller, months, showInMonth],
  )
  const events = useGridEvents(grid, scroller, view, selection, { openPhoto, openMonth, revealPosition })

  const sequence = useMemo(() => createListSequence(queries, list, months), [queries, list, months])
  useLayoutEffect(() => {
    latest.current = { openMonths, revealCell: events.revealCell }
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
        await revealPosition(position)
        return true
      },
    }),
    [status, sequence, months, revealPosition, queries, list],
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

/** Runs `start`, which returns the function that ends it, with code loaded on demand while `isNeeded`. */
function useOnDemand(
  isNeeded: boolean,
  start: (code: Awaited<ReturnType<typeof loadOnDemand>>) => () => void,
) {
  const startLatest = useEffectEvent(start)
  useEffect(() => {
    if (!isNeeded) return
    let stop: (() => void) | undefined
    let isUnmounted = false
    loadOnDemand().then(
      code => {
        if (!isUnmounted) stop = startLatest(code)
      },
      () => {
        // Without it a press on '+N' opens each page, and a place is found by its index.
      },
    )
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [isNeeded])
}

/** Manages how far months are open; a new sort closes them all. Lists in sections always show all. */
function useOpenMonths(list: PhotoList, months: readonly Month[], stored: Place['open']) {
  const [openMonths, setOpenMonths] = useState<OpenMonths>(() => restoreMonths(stored))
  const [sortedList, setSortedList] = useState(list)
  if (sortedList !== list) {
    setSortedList(list)
    setOpenMonths(NO_MONTHS)
  }
  const allMonths: OpenMonths = useMemo(
    () => new Map(months.map(({ key }) => [key, Number.POSITIVE_INFINITY])),
    [months],
  )
  return [list.sections ? allMonths : openMonths, setOpenMonths] as const
}

const NO_MONTHS: OpenMonths = new Map()

async function waitForLayout(scroller: GridScroller) {
  await waitForView(scroller, () => scroller.view() !== null)
  return scroller.view()!.layout
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
