import { useQuery } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useCallback, useMemo, useRef, useState } from 'react'
import { formatFilter } from '#contract/filter-query.ts'
import {
  createResultsList,
  FilterChips,
  foundTimelineQuery,
  NothingFound,
  SearchReading,
  useFilter,
  useResultsFocus,
} from '#web/domains/photo-search/index.ts'
import { toMonths, toTimeline } from '#web/domains/photos/index.ts'
import {
  GalleryPage,
  type Month,
  PageFailure,
  PageLoading,
  PageTool,
  PageTools,
  PhotoGrid,
  Scrubber,
  SortSelect,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useOnline } from '#web/platform/network/use-online.ts'
import { classes } from '#web/ui/classes.ts'
import { readSort, UPLOADED_LABELS } from '../my-photos/sort-preference.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { useSortChange } from '../my-photos/use-sort-change.ts'
import { SuggestTool } from '../timeline/late-tools.tsx'
import { LibrarySelectionBar } from '../timeline/library-selection-bar.tsx'
import styles from './search-page.module.css'

/** '/my-photos/search?…': the photos that the filter of the address finds, by month. */
export function SearchPage() {
  const { text, number } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useResultsFocus(heading)
  const filter = useFilter()
  const [sort, setSort] = useState(() => readSort('foundPhotos'))
  const list = useMemo(() => createResultsList(filter, sort), [filter, sort])
  const timeline = useQuery(foundTimelineQuery(filter, sort.key))
  const { data } = timeline
  const isOnline = useOnline()
  const months = useMemo(
    () => (data ? toMonths(toTimeline(data).counts, sort.order) : NO_MONTHS),
    [data, sort],
  )
  const isCovered = useChildMatches().length > 0
  const navigate = useNavigate()
  const openPhoto = useCallback(
    (id: string) =>
      void navigate({ to: PATHS.searchPreview, params: { id }, search: filter as never, resetScroll: false }),
    [navigate, filter],
  )
  const { scroller, grid, view, pages, selection, events, underlyingPhotos, rememberFocusTarget } =
    usePhotoGrid(data ? 'ready' : timeline.status === 'error' ? 'error' : 'pending', list, months, openPhoto)
  useLibraryChanges(selection.removePhotos)
  const { ask, dialogs, isAsking } = useConfirm()
  const { active } = selection.state
  const changeSort = useSortChange('foundPhotos', sort, setSort, selection)
  const selectAll = () => {
    selection.start()
    selection.selectAll()
  }
  return (
    <UnderlyingPhotosContext value={underlyingPhotos}>
      <GalleryPage covered={isCovered}>
        <div className={classes('ui-line8', styles.title)}>
          <h1 ref={heading} tabIndex={-1}>
            {text('search.title')}
          </h1>
        </div>
        <SearchReading filter={filter} photos={data?.total} />
        <FilterChips filter={filter} />
        {data?.progress && (
          <p className={styles.note}>
            {text('search.progress', {
              done: number(data.progress.done),
              of: number(data.progress.of),
            })}
          </p>
        )}
        <PageTools sort={<SortSelect createdLabels={UPLOADED_LABELS} sort={sort} onSort={changeSort} />}>
          {data && data.total > 0 && (
            <SuggestTool selected={selection.targets} source={`search:${formatFilter(filter)}`} />
          )}
          {data && data.total > 0 && !active && (
            <PageTool
              icon={CircleCheck}
              name={text('search.select-all', { count: number(data.total) })}
              onPress={selectAll}
            />
          )}
        </PageTools>
        {timeline.isFetching && timeline.isPending && (
          <PageLoading id="photos.loading" heading={{ width: 180, height: 24 }} tiles={18} />
        )}
        {!timeline.isFetching && !data && (
          <PageFailure id={isOnline ? 'photos.load-failed' : 'app.offline.screen'} retry={timeline.refetch} />
        )}
        {data?.total === 0 && <NothingFound filter={filter} />}
        {months.length > 0 && (
          <PhotoGrid
            {...{ scroller, view, pages, selection, events }}
            element={grid}
            label={text('search.title')}
            failure="photos.month.load-failed"
          />
        )}
        {view && months.length > 0 && <Scrubber scroller={scroller} view={view} quiet={active} />}
        {active && (
          <LibrarySelectionBar
            selection={selection}
            onPerform={rememberFocusTarget}
            onCancel={selection.end}
            ask={ask}
            blocked={isCovered || isAsking}
          />
        )}
      </GalleryPage>
      {dialogs}
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

const NO_MONTHS: readonly Month[] = []
