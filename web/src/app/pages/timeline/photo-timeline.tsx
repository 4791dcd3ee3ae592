import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import FolderClock from 'lucide-react/icons/folder-clock'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { ActivationNote, ArchivedLibrary, activationQuery } from '#web/domains/activation/index.ts'
import {
  confirmAndDeleteAll,
  createLibraryList,
  libraryTotalsQuery,
  timelineQuery,
  toMonths,
  useLibraryMove,
} from '#web/domains/photos/index.ts'
import { AddedPhotos } from '#web/domains/uploads/index.ts'
import {
  GalleryPage,
  type Month,
  MoreTools,
  PageFailure,
  PageLoading,
  PageTool,
  PageTools,
  PhotoGrid,
  type PhotoTargets,
  Scrubber,
  type Sort,
  SortSelect,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PageIntro } from '../my-photos/page-intro.tsx'
import { PageTabs } from '../my-photos/page-tabs.tsx'
import { PageTitle } from '../my-photos/page-title.tsx'
import { readSort, UPLOADED_LABELS } from '../my-photos/sort-preference.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'
import { useSortChange } from '../my-photos/use-sort-change.ts'

const EmptyPhotos = lazyComponent(() => import('../my-photos/empty-photos.tsx'), 'EmptyPhotos')
const LibrarySelectionBar = lazyComponent(() => import('./library-selection-bar.tsx'), 'LibrarySelectionBar')

const loadLateTools = () => import('./late-tools.tsx')
const LibraryHelp = afterFirstScreen(loadLateTools, 'LibraryHelp')
const SuggestTool = afterFirstScreen(loadLateTools, 'SuggestTool')

/** The timeline of the whole library. The preview is a child route rendered above the mounted grid. */
export function PhotoTimeline() {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [sort, setSort] = useState(() => readSort('photos'))
  const list = useMemo(() => createLibraryList(sort), [sort])
  const timeline = useQuery(timelineQuery(sort.key))
  const move = useLibraryMove()
  const isClearing = move?.to === 'bin'
  const { data: activation } = useQuery(activationQuery)
  const canReactivate = useFlag('PhotoManagementReactivationEnabled')
  const isArchived = activation?.status === 'NOT_ACTIVE' && canReactivate
  const isImporting = activation?.status === 'IMPORTING'
  const months = useMemo(
    () =>
      timeline.data && !isClearing
        ? toMonths(timeline.data.counts, sort.order, timeline.data.wide)
        : NO_MONTHS,
    [timeline.data, sort, isClearing],
  )
  const isCovered = useChildMatches().length > 0
  const openPhoto = useOpenPhoto()
  const navigate = useNavigate()
  const { scroller, grid, view, pages, selection, events, underlyingPhotos, rememberFocusTarget } =
    usePhotoGrid(
      timeline.data && !isClearing ? 'ready' : timeline.status === 'error' ? 'error' : 'pending',
      list,
      months,
      openPhoto,
    )
  useLibraryChanges(selection.removePhotos)
  const { ask, dialogs, isAsking } = useConfirm()
  const photoImport = usePhotoImport({ isDroppable: !isCovered, dropText: text('photos.drop') })

  const { start, end } = selection
  const changeSort = useSortChange('photos', sort, setSort, selection)
  // Ends the selection also when another tab started the deletion.
  useEffect(() => {
    if (isClearing) end()
  }, [isClearing, end])
  const deleteAll = useCallback(
    async (count: number) => {
      if ((await confirmAndDeleteAll(count, { ask, texts, queries })) !== 'done') return
      await navigate({ to: PATHS.photos })
      window.scrollTo({ top: 0 })
    },
    [ask, texts, queries, navigate],
  )
  const renderContent = (): ReactNode => {
    if (isClearing) return null
    if (timeline.isPending)
      return <PageLoading id="photos.loading" heading={{ width: 180, height: 24 }} tiles={18} />
    if (timeline.isError && !timeline.data)
      return <PageFailure id="photos.load-failed" retry={timeline.refetch} />
    if (months.length === 0 && (move || isImporting)) return null
    if (months.length === 0 && isArchived) return <ArchivedLibrary />
    if (months.length === 0)
      return <EmptyPhotos title="photos.empty" hint="photos.empty.text" onAdd={photoImport.add} />
    return (
      <PhotoGrid
        {...{ scroller, view, pages, selection, events }}
        element={grid}
        label={text('menu.photos')}
        failure="photos.month.load-failed"
      />
    )
  }
  const { active } = selection.state
  return (
    <UnderlyingPhotosContext value={underlyingPhotos}>
      <GalleryPage covered={isCovered}>
        <TimelineHead
          sort={sort}
          onAdd={photoImport.add}
          onDeleteAll={deleteAll}
          onSort={changeSort}
          onSelect={months.length > 0 && !active ? start : undefined}
          selected={months.length > 0 ? (active ? selection.targets : NONE) : undefined}
        />
        {(isArchived || isImporting || activation?.import) && (
          <ActivationNote isLibraryEmpty={months.length === 0} />
        )}
        {renderContent()}
        {view && months.length > 0 && <Scrubber scroller={scroller} view={view} quiet={active} />}
        {active && !isClearing && (
          <LibrarySelectionBar
            selection={selection}
            onPerform={rememberFocusTarget}
            onCancel={end}
            ask={ask}
            blocked={isCovered || isAsking || photoImport.isImporting}
          />
        )}
        {photoImport.overlay}
      </GalleryPage>
      {dialogs}
      {view && months.length > 0 && <LibraryHelp grid={grid} />}
      {photoImport.modal}
      <AddedPhotos />
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

/** Content above the photos. Memoized, because scrolling renders the page again and again. */
const TimelineHead = memo(function TimelineHead({ onAdd, selected, ...tools }: TimelineHeadProps) {
  return (
    <>
      <PageTitle onAdd={onAdd} />
      <PageIntro />
      <PageTabs current="photos" />
      <TimelineTools {...tools}>{selected && <SuggestTool selected={selected} />}</TimelineTools>
    </>
  )
})

interface TimelineHeadProps extends TimelineToolsProps {
  onAdd: () => void
  /** Undefined when there are no photos. */
  selected: PhotoTargets | undefined
}

const NO_MONTHS: readonly Month[] = []
const NONE: PhotoTargets = { count: 0, ids: async () => [] }

function useOpenPhoto() {
  const navigate = useNavigate()
  return useCallback(
    (id: string) => void navigate({ to: PATHS.photoPreview, params: { id }, resetScroll: false }),
    [navigate],
  )
}

/** Toolbar of the timeline: sorting, selection mode, 'Recently deleted' and deleting all. */
function TimelineTools({ sort, onSort, onSelect, children, onDeleteAll }: TimelineToolsProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const count = useDeletableCount()
  const bin = {
    id: 'bin',
    label: text('bin.title'),
    icon: FolderClock,
    onAction: () => void navigate({ to: PATHS.deletedPhotos }),
  }
  const deleteAll = {
    id: 'delete-all',
    label: text('photos.delete-all'),
    icon: Trash2,
    danger: true,
    onAction: () => onDeleteAll(count),
  }
  return (
    <PageTools sort={<SortSelect createdLabels={UPLOADED_LABELS} sort={sort} onSort={onSort} />}>
      {children}
      {/* Shown only when there are photos to select, without moving the other tools. */}
      {onSelect && <PageTool icon={CircleCheck} name={text('selection.start')} onPress={onSelect} />}
      <MoreTools items={count > 0 ? [bin, deleteAll] : [bin]} />
    </PageTools>
  )
}

/** Counts the photos that 'Delete all photos' deletes: 0 while it is not offered, as during a library move or an import. */
function useDeletableCount(): number {
  const { data } = useQuery(libraryTotalsQuery())
  const { data: activation } = useQuery(activationQuery)
  return data && !data.move && activation?.status !== 'IMPORTING' ? data.photosCount : 0
}

interface TimelineToolsProps {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined when there are no photos to select. */
  onSelect?: () => void
  /** Tools that come later: before the others, which do not move. */
  children?: ReactNode
  /** Starts the deletion of all photos, of which there are `count`. */
  onDeleteAll: (count: number) => void
}
