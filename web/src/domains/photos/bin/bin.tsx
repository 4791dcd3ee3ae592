import {
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import FolderClock from 'lucide-react/icons/folder-clock'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import {
  GalleryPage,
  MorePages,
  type PlacedPhoto,
  SelectionBar,
  type StoredSelection,
  UnderlyingPhotosContext,
  useConfirm,
  usePlace,
} from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isFocusLost } from '#web/ui/focus-history.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import { useLibraryMove } from '../deleting/use-library-move.ts'
import { libraryTotalsQuery } from '../queries.ts'
import styles from './bin.module.css'
import { binActions, confirmAndErase, confirmAndRestoreAll } from './bin-actions.tsx'
import { BinGrid } from './bin-grid.tsx'
import { binQuery, fetchDeletedIds } from './bin-queries.ts'
import { useBinPhotos } from './use-bin-photos.ts'

const JUST_FETCHED_MS = 20_000

/** 'Recently deleted': photos that can still be restored, and for how many days. */
export function Bin() {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const bin = useInfiniteQuery(binQuery())
  const { data: totals } = useQuery(libraryTotalsQuery())
  const photos = useMemo(() => bin.data?.pages.flatMap(page => page.images) ?? [], [bin.data])
  const ids = photos.map(({ imageId }) => imageId)
  const grid = useRef<HTMLUListElement>(null)
  const place = usePlace(BIN_GROUP, () => ({
    list: BIN_GROUP,
    photo: readBinPlace(grid.current),
    selection: selection.toStored(),
  }))
  const selection = useBinSelection(ids, place?.selection)
  useBinPlace(grid, place?.photo, bin)
  const rememberNext = useBinFocus(grid, ids, selection.selected)
  const { ask, dialogs, isAsking } = useConfirm()
  const [isRunning, setRunning] = useState(false)
  useLibraryMove()

  // Totals may be older than the pages: they only count while some pages are not loaded.
  const count = bin.hasNextPage ? Math.max(totals?.deletedCount ?? 0, photos.length) : photos.length
  const status = bin.data ? 'ready' : bin.isError ? 'error' : 'pending'
  const underlyingPhotos = useBinPhotos(grid, photos, { count, status, fetchNextPage: bin.fetchNextPage })
  const navigate = useNavigate()
  const hasPreview = useChildMatches().length > 0
  const open = (id: string) =>
    void navigate({ to: PATHS.deletedPhotoPreview, params: { id }, resetScroll: false })
  // Tiles that fail together need one answer.
  const renew = async () => {
    if (Date.now() - bin.dataUpdatedAt > JUST_FETCHED_MS) await bin.refetch({ cancelRefetch: false })
  }
  const runOnAll = async (action: typeof confirmAndErase) => {
    setRunning(true)
    try {
      const outcome = await action({ count, ids: fetchDeletedIds }, { ask, texts, queries })
      if (outcome === 'done') selection.end()
    } finally {
      setRunning(false)
    }
  }
  const renderContent = () => {
    if (bin.isPending)
      return (
        <Loading id="bin.loading" className={styles.grid}>
          <Skeletons count={18} className={styles.place} />
        </Loading>
      )
    if (bin.isError && !bin.data) return <LoadFailed retry={bin.refetch} id="photos.load-failed" />
    if (photos.length === 0)
      return (
        <EmptyState
          icon={FolderClock}
          title={text('bin.empty')}
          text={text('bin.empty.text', { days: BIN_DAYS })}
        />
      )
    return (
      <>
        <BinGrid
          grid={grid}
          photos={photos}
          isSelected={selection.isSelected}
          isSelecting={selection.active}
          onPress={selection.press}
          onOpen={open}
          renew={renew}
        />
        <MorePages query={bin} failure="photos.load-failed" />
      </>
    )
  }
  return (
    <UnderlyingPhotosContext value={underlyingPhotos}>
      <GalleryPage>
        <header className={classes('ui-row ui-wrap', styles.title)}>
          <Link
            to={PATHS.photos}
            className={classes('ui-centered ui-quiet', styles.back)}
            aria-label={text('photos.back')}
          >
            <Icon of={ChevronLeft} size={24} />
          </Link>
          <h1 className={styles.name}>{text('bin.title')}</h1>
          {photos.length > 0 && (
            <div className={classes('ui-cluster8', styles.all)}>
              <Button disabled={isRunning} onClick={() => void runOnAll(confirmAndRestoreAll)}>
                {text('bin.restore-all')}
              </Button>
              <Button variant="line" disabled={isRunning} onClick={() => void runOnAll(confirmAndErase)}>
                {text('bin.empty-all')}
              </Button>
              <Button
                variant="line"
                disabled={isRunning}
                onClick={selection.active ? selection.end : selection.start}
              >
                {text(selection.active ? 'action.cancel' : 'selection.start')}
              </Button>
            </div>
          )}
        </header>
        {photos.length > 0 && <p className={styles.intro}>{text('bin.text', { days: BIN_DAYS })}</p>}
        {renderContent()}
        {selection.selected.length > 0 && !hasPreview && (
          <SelectionBar
            selection={selection}
            onPerform={rememberNext}
            actions={binActions}
            ask={ask}
            blocked={isAsking}
          />
        )}
        {dialogs}
      </GalleryPage>
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

/**
 * Moves the focus from the selection bar, when it closes, to the next photo that stays in the bin. Returns the
 * function to call when an action starts, before its photos are gone.
 */
function useBinFocus(
  grid: RefObject<HTMLElement | null>,
  ids: readonly string[],
  selectedIds: readonly string[],
): () => void {
  const nextId = useRef<string>(undefined)
  const isSelecting = selectedIds.length > 0
  const wasSelecting = useRef(isSelecting)
  useLayoutEffect(() => {
    const hasEnded = wasSelecting.current && !isSelecting
    wasSelecting.current = isSelecting
    if (!hasEnded || !isFocusLost()) return
    const id = nextId.current ?? ids[0]
    if (id === undefined) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  }, [grid, ids, isSelecting])
  return () => {
    const firstIndex = ids.indexOf(selectedIds[0] ?? '')
    const remains = (id: string) => !selectedIds.includes(id)
    nextId.current = ids.slice(firstIndex).find(remains) ?? ids.findLast(remains)
  }
}

/** Returns the first photo of the bin that begins in the window; undefined at the top of the page. */
function readBinPlace(grid: HTMLElement | null): PlacedPhoto | undefined {
  if (!grid || scrollY === 0) return undefined
  for (const [index, tile] of listTiles(grid).entries()) {
    const offset = tile.getBoundingClientRect().top
    if (offset >= 0) return { imageId: tile.dataset.photo, month: BIN_GROUP, index, offset }
  }
  return undefined
}

/**
 * Scrolls to the photo with which the bin was left, after loading the pages up to it; if it is gone, to the one that is now at its
 * index. Does nothing once the page has been scrolled.
 */
function useBinPlace(
  grid: RefObject<HTMLElement | null>,
  photo: PlacedPhoto | undefined,
  query: Pick<
    UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
    'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >,
): void {
  const isPending = useRef(photo !== undefined)
  const { data, hasNextPage, isFetching, isFetchNextPageError } = query
  const loadNext = useEffectEvent(() => void query.fetchNextPage())
  useLayoutEffect(() => {
    if (!photo || !isPending.current || !grid.current) return
    if (scrollY > 0) {
      isPending.current = false
      return
    }
    const tiles = listTiles(grid.current)
    const tile = tiles.find(({ dataset }) => dataset.photo === photo.imageId)
    const target = tile ?? (hasNextPage ? undefined : (tiles[photo.index] ?? tiles.at(-1)))
    if (!target) return
    isPending.current = false
    scrollBy({ top: target.getBoundingClientRect().top - photo.offset, behavior: 'instant' })
  })
  useEffect(() => {
    if (isPending.current && data && hasNextPage && !isFetching && !isFetchNextPageError) loadNext()
  }, [data, hasNextPage, isFetching, isFetchNextPageError])
}

const listTiles = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-photo]')]

/**
 * Selection of photos of the bin, by id. Ids that are no longer loaded do not count. `stored` is the selection with which
 * the page was left.
 */
function useBinSelection(loadedIds: readonly string[], stored?: StoredSelection) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(
    () => new Set(stored?.singles.flatMap(([, ids]) => ids)),
  )
  const [anchor, setAnchor] = useState<string>()
  const [isStarted, setStarted] = useState(stored !== undefined)
  const selected = loadedIds.filter(id => selection.has(id))
  const end = () => {
    setSelection(NO_IDS)
    setStarted(false)
  }
  return {
    selected,
    count: selected.length,
    /** Selection mode: a press selects. */
    active: isStarted || selected.length > 0,
    loading: false,
    targets: { count: selected.length, ids: async () => selected },
    isEverything: selected.length === loadedIds.length,
    isSelected: (id: string) => selection.has(id),
    /** Toggles a photo, or with `range` selects all from the last pressed one to this one. */
    press: (id: string, range: boolean) => {
      setAnchor(id)
      setSelection(before => toggleOrSelectRange(before, loadedIds, id, range ? anchor : undefined))
    },
    selectAll: () => setSelection(new Set(loadedIds)),
    deselectAll: () => setSelection(NO_IDS),
    /** The selection to store; undefined outside of the selection mode. */
    toStored: (): StoredSelection | undefined =>
      isStarted || selected.length > 0 ? { months: [], singles: [[BIN_GROUP, selected]] } : undefined,
    start: () => setStarted(true),
    end,
  }
}

/** Returns the selection after a press on `id`: a range from `anchor` in `order`, or without an anchor a toggle. */
function toggleOrSelectRange(
  selection: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  anchor: string | undefined,
): ReadonlySet<string> {
  const newSelection = new Set(selection)
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  if (from < 0) {
    if (!newSelection.delete(id)) newSelection.add(id)
    return newSelection
  }
  const to = order.indexOf(id)
  for (const rangeId of order.slice(Math.min(from, to), Math.max(from, to) + 1)) newSelection.add(rangeId)
  return newSelection
}

/** Name of the only group of the bin in stored places. */
const BIN_GROUP = 'bin'

const NO_IDS: ReadonlySet<string> = new Set()
