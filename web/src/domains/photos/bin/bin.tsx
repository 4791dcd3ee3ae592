import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import FolderClock from 'lucide-react/icons/folder-clock'
import { useMemo, useRef, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import {
  GalleryPage,
  MorePages,
  SelectionBar,
  UnderlyingPhotosContext,
  useConfirm,
  usePlace,
} from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { LibraryMoveNote } from '../deleting/library-move-note.tsx'
import { useLibraryMove } from '../deleting/use-library-move.ts'
import { libraryTotalsQuery } from '../queries.ts'
import styles from './bin.module.css'
import { binActions, confirmAndErase, confirmAndRestoreAll } from './bin-actions.tsx'
import { BinGrid } from './bin-grid.tsx'
import { binQuery, fetchDeletedIds } from './bin-queries.ts'
import { useBinFocus } from './use-bin-focus.ts'
import { useBinPhotos } from './use-bin-photos.ts'
import { readBinPlace, useBinPlace } from './use-bin-place.ts'
import { BIN_GROUP, useBinSelection } from './use-bin-selection.ts'

const JUST_FETCHED_MS = 20_000

/** 'Recently deleted': photos that can still be restored, and for how many days (OP-91). */
export function Bin() {
  const texts = useTexts()
  const { text } = texts
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
  const move = useLibraryMove()

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
    if (bin.isPending) return <BinLoading label={text('bin.loading')} />
    if (bin.isError && !bin.data)
      return (
        <AlertBanner kind="error" onRetry={() => void bin.refetch()}>
          {text('bin.load-failed')}
        </AlertBanner>
      )
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
        <MorePages query={bin} failure="bin.load-failed" />
      </>
    )
  }
  return (
    <UnderlyingPhotosContext value={underlyingPhotos}>
      <GalleryPage>
        <header className={styles.title}>
          <Link to={PATHS.photos} className={styles.back} aria-label={text('bin.back')}>
            <Icon of={ChevronLeft} size={24} />
          </Link>
          <h1 className={styles.name}>{text('bin.title')}</h1>
          {photos.length > 0 && (
            <div className={styles.all}>
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
        {move && !isAsking && <LibraryMoveNote move={move} />}
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

function BinLoading({ label }: { label: string }) {
  return (
    <div className={styles.grid} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: 18 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal.
        <Skeleton key={index} className={styles.place} />
      ))}
    </div>
  )
}
