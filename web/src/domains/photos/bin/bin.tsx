import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { GalleryPage, MorePages, SelectionBar, useConfirm } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { LibraryMoveNote, useLibraryMove } from '../deleting/library-move-note.tsx'
import { libraryTotalsQuery } from '../queries.ts'
import styles from './bin.module.css'
import { confirmAndErase, confirmAndRestoreAll, eraseAction, restoreAction } from './bin-actions.tsx'
import { BinGrid } from './bin-grid.tsx'
import { binQuery, fetchDeletedIds } from './bin-queries.ts'
import { useBinFocus } from './use-bin-focus.ts'
import { useBinSelection } from './use-bin-selection.ts'

/** 'Recently deleted': photos that can still be restored, and for how many days (OP-91). */
export function Bin() {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const bin = useInfiniteQuery(binQuery())
  const { data: totals } = useQuery(libraryTotalsQuery())
  const photos = bin.data?.pages.flatMap(page => page.images) ?? []
  const ids = photos.map(({ imageId }) => imageId)
  const selection = useBinSelection(ids)
  const grid = useRef<HTMLUListElement>(null)
  const rememberNext = useBinFocus(grid, ids, selection.selected)
  const { ask, dialogs, asking } = useConfirm()
  const [running, setRunning] = useState(false)
  const move = useLibraryMove()

  // Totals may be older than the pages: they only count while some pages are not loaded.
  const count = bin.hasNextPage ? Math.max(totals?.deletedCount ?? 0, photos.length) : photos.length
  const runOnAll = async (action: typeof confirmAndErase) => {
    setRunning(true)
    try {
      const outcome = await action({ count, ids: fetchDeletedIds }, { ask, texts, queries })
      if (outcome === 'done') selection.end()
    } finally {
      setRunning(false)
    }
  }
  const content = () => {
    if (bin.isPending) return <BinLoading label={text('bin.loading')} />
    if (bin.isError && !bin.data)
      return (
        <AlertBanner
          kind="error"
          retry={{ label: text('action.try-again'), onPress: () => void bin.refetch() }}
        >
          {text('bin.load-failed')}
        </AlertBanner>
      )
    if (photos.length === 0)
      return (
        <EmptyState
          icon={Trash2}
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
          choosing={selection.selected.length > 0}
          press={selection.press}
          renew={() => bin.refetch().then(() => {})}
        />
        <MorePages
          more={bin.hasNextPage}
          loading={bin.isFetchingNextPage}
          failed={bin.isFetchNextPageError}
          failure="bin.load-failed"
          load={() => void bin.fetchNextPage()}
        />
      </>
    )
  }
  return (
    <GalleryPage>
      <header className={styles.title}>
        <Link to={PATHS.photos} className={styles.back} aria-label={text('bin.back')}>
          <Icon of={ChevronLeft} size={24} />
        </Link>
        <h1 className={styles.name}>{text('bin.title')}</h1>
        {photos.length > 0 && (
          <div className={styles.all}>
            <Button disabled={running} onClick={() => void runOnAll(confirmAndRestoreAll)}>
              {text('bin.restore-all')}
            </Button>
            <Button variant="line" disabled={running} onClick={() => void runOnAll(confirmAndErase)}>
              {text('bin.empty-all')}
            </Button>
          </div>
        )}
      </header>
      {photos.length > 0 && <p className={styles.intro}>{text('bin.text', { days: BIN_DAYS })}</p>}
      {move && !asking && <LibraryMoveNote move={move} />}
      {content()}
      {selection.selected.length > 0 && (
        <SelectionBar
          selection={selection}
          onPerform={rememberNext}
          actions={[restoreAction, eraseAction]}
          ask={ask}
          blocked={asking}
        />
      )}
      {dialogs}
    </GalleryPage>
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
