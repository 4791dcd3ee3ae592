import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import ImageMinus from 'lucide-react/icons/image-minus'
import { memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { ActivationNote, ArchivedLibrary, activationQuery } from '#web/domains/activation/index.ts'
import { ImportModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import type { Month, PhotoAction, Sort } from '#web/gallery/index.ts'
import {
  PhotoGrid,
  PhotosBelowContext,
  Scrubber,
  SelectionBar,
  useConfirm,
  useFileDrop,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useFlag, useStripped } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { askAndDeleteAll } from './deleting/delete-all.tsx'
import { LibraryMoveNote, useLibraryMove } from './deleting/library-move-note.tsx'
import { useLibraryChanges } from './library-changes.ts'
import { libraryList } from './library-list.ts'
import { monthsOf } from './months.ts'
import { PageIntro } from './page-intro.tsx'
import { EmptyLibrary, FailedState, LoadingState } from './page-states.tsx'
import { PageTitle } from './page-title.tsx'
import { PageTabs, PageTools, type PageToolsProps } from './page-tools.tsx'
import styles from './photos-page.module.css'
import { photoKeys, timelineQuery, userQuery } from './queries.ts'
import { readSort, writeSort } from './sort-preference.ts'

/** 'My photos': the timeline of the whole library. The preview is a child route and lies above the mounted grid. */
export function PhotosPage({ actions }: { actions: readonly PhotoAction[] }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const [sort, setSort] = useState(() => readSort('photos'))
  const list = useMemo(() => libraryList(sort), [sort])
  const timeline = useQuery(timelineQuery(sort.key))
  const move = useLibraryMove()
  const clearing = move?.to === 'bin'
  const { data: activation } = useQuery(activationQuery)
  const mayReactivate = useFlag('PhotoManagementReactivationEnabled')
  const archived = activation?.status === 'NOT_ACTIVE' && mayReactivate
  const importing = activation?.status === 'IMPORTING'
  const months = useMemo(
    () => (timeline.data && !clearing ? monthsOf(timeline.data, sort.order) : NO_MONTHS),
    [timeline.data, sort, clearing],
  )
  const stripped = useStripped()
  const covered = useChildMatches().length > 0
  const openPhoto = useOpenPhoto()
  const navigate = useNavigate()
  const { scroller, grid, view, pages, selection, events, below } = usePhotoGrid(
    timeline.data && !clearing ? 'ready' : timeline.status === 'error' ? 'error' : 'pending',
    list,
    months,
    openPhoto,
  )
  const { ask, dialogs, asking } = useConfirm()
  const [adding, setAdding] = useState<{ files?: PickedFile[] } | null>(null)
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const dropping = useFileDrop(mayAdd && !covered && adding === null, files => setAdding({ files }))

  const add = useAddPhotos(useCallback(() => setAdding({}), []))
  useLibraryChanges(selection.forget)
  const { start, end, orderChanged } = selection
  const changeSort = useCallback(
    (next: Sort) => {
      writeSort('photos', next)
      queries.removeQueries({ queryKey: photoKeys.pages })
      // Months of another sort key are other months.
      if (next.key === sort.key) orderChanged()
      else end()
      setSort(next)
    },
    [queries, sort.key, orderChanged, end],
  )
  // Also when another tab asked for it: nothing that was chosen stays.
  useEffect(() => {
    if (clearing) end()
  }, [clearing, end])
  const deleteAll = useCallback(
    async (count: number) => {
      if ((await askAndDeleteAll(count, { ask, texts, queries })) !== 'done') return
      await navigate({ to: PATHS.photos })
      window.scrollTo({ top: 0 })
    },
    [ask, texts, queries, navigate],
  )
  const content = (): ReactNode => {
    if (clearing) return null
    if (timeline.isPending) return <LoadingState />
    if (timeline.isError && !timeline.data) return <FailedState retry={() => void timeline.refetch()} />
    if (months.length === 0 && (move || importing)) return null
    if (months.length === 0 && archived)
      return (
        <Suspense>
          <ArchivedLibrary />
        </Suspense>
      )
    if (months.length === 0) return <EmptyLibrary onAdd={add} />
    return (
      <PhotoGrid
        {...{ scroller, view, pages, selection, events }}
        element={grid}
        label={text('photos.tab.photos')}
        failure="photos.month.load-failed"
      />
    )
  }
  const { active } = selection.state
  return (
    <PhotosBelowContext value={below}>
      <div className={classes(styles.page, stripped && styles.bare)} inert={covered}>
        <PageHead
          sort={sort}
          onAdd={add}
          onDeleteAll={deleteAll}
          onSort={changeSort}
          onSelect={months.length > 0 && !active ? start : undefined}
        />
        {move && <LibraryMoveNote move={move} />}
        {(archived || importing || activation?.import) && (
          <Suspense>
            <ActivationNote libraryEmpty={months.length === 0} />
          </Suspense>
        )}
        {content()}
        {view && months.length > 0 && <Scrubber scroller={scroller} view={view} quiet={active} />}
        {active && !clearing && (
          <SelectionBar
            selection={selection}
            actions={actions}
            ask={ask}
            blocked={covered || asking || adding !== null}
          />
        )}
        {dropping && <div className={styles.drop}>{text('photos.drop')}</div>}
      </div>
      {dialogs}
      {adding && (
        <Suspense>
          <ImportModal droppedFiles={adding.files} onClose={() => setAdding(null)} />
        </Suspense>
      )}
      <Outlet />
    </PhotosBelowContext>
  )
}

/** What stands above the photos. Scrolling draws the page anew and anew, but not this. */
const PageHead = memo(function PageHead({
  onAdd,
  onDeleteAll,
  ...tools
}: PageToolsProps & { onAdd: () => void; onDeleteAll: (count: number) => void }) {
  return (
    <>
      <PageTitle onAdd={onAdd} />
      <PageTabs current="photos" />
      <PageIntro action={<DeleteAllButton onDeleteAll={onDeleteAll} />} />
      <PageTools {...tools} />
    </>
  )
})

/** PL-020. It keeps its place while there is nothing to delete, or more is still coming. */
function DeleteAllButton({ onDeleteAll }: { onDeleteAll: (count: number) => void }) {
  const { text } = useTexts()
  const { data } = useQuery(userQuery())
  const { data: activation } = useQuery(activationQuery)
  const count = data?.photosCount ?? 0
  return (
    <Button
      variant="plain"
      icon={ImageMinus}
      className={styles.deleteAll}
      disabled={count === 0 || data?.move !== undefined || activation?.status === 'IMPORTING'}
      onClick={() => onDeleteAll(count)}
    >
      {text('photos.delete-all')}
    </Button>
  )
}

const NO_MONTHS: readonly Month[] = []

function useOpenPhoto() {
  const navigate = useNavigate()
  return useCallback(
    (id: string) => void navigate({ to: PATHS.photoPreview, params: { id }, resetScroll: false }),
    [navigate],
  )
}
