import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Images from 'lucide-react/icons/images'
import Trash2 from 'lucide-react/icons/trash-2'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useAlbumGroups, useAlbumRemoval } from '#web/domains/albums/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import {
  type ActionEnvironment,
  GalleryPage,
  GridHelp,
  MoreTools,
  PageFailure,
  PageLoading,
  PageTool,
  PageTools,
  type PhotoAction,
  PhotoGrid,
  type PhotoList,
  SelectionBar,
  type Sort,
  SortSelect,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { isMissing } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { EmptyPhotos } from '../my-photos/empty-photos.tsx'
import { readSort, type SortedPage, writeSort } from '../my-photos/sort-preference.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { useSuggest } from '../my-photos/use-suggest.ts'
import styles from './album-page.module.css'

/**
 * An own or shared album: header, tools, and its photos with their selection; the preview is a child route rendered
 * above the mounted grid.
 */
export function AlbumScreen<A extends DisplayedAlbum>({
  id,
  query,
  createList,
  sortedPage,
  previewPath,
  actions,
  header,
  onAdd,
  onDelete,
  blocked = false,
  children,
}: AlbumScreenProps<A>) {
  const { text } = useTexts()
  const isCovered = useChildMatches().length > 0
  const album = query.data
  const [sort, setSort] = useState(() => readSort(sortedPage))
  const list = useMemo(() => createList(id, sort), [createList, id, sort])
  const months = useAlbumGroups(album?.photosCount)
  const isLoaded = query.isSuccess && !query.isPlaceholderData
  const { scroller, grid, view, pages, selection, events, underlyingPhotos, rememberFocusTarget } =
    usePhotoGrid(
      isLoaded ? 'ready' : query.isError ? 'error' : 'pending',
      list,
      months,
      useOpenPhoto(id, previewPath),
    )
  const { ask, dialogs, isAsking } = useConfirm()
  useAlbumRemoval(id, selection.removePhotos)
  useLibraryChanges(selection.removePhotos)

  const suggest = useSuggest(selection.targets, `album:${id}`)

  const { start, orderChanged } = selection
  const changeSort = useCallback(
    (next: Sort) => {
      writeSort(sortedPage, next)
      orderChanged()
      setSort(next)
    },
    [sortedPage, orderChanged],
  )
  const renderContent = (): ReactNode => {
    if (query.isPending)
      return <PageLoading id="albums.loading-photos" heading={{ width: 220, height: 34 }} tiles={12} />
    if (!album) {
      if (isMissing(query.error)) return <AlbumNotFound />
      return <PageFailure id="albums.load-failed" retry={query.refetch} />
    }
    if (album.photosCount === 0)
      return isLoaded ? (
        <EmptyPhotos
          title={onAdd ? 'albums.empty' : 'shared-albums.empty'}
          hint="albums.empty.text"
          onAdd={onAdd}
        />
      ) : null
    return (
      <PhotoGrid
        {...{ scroller, view, pages, selection, events }}
        element={grid}
        label={text('albums.grid', { albumName: album.albumName })}
        failure="albums.photos-failed"
      />
    )
  }
  const { active } = selection.state
  return (
    <UnderlyingPhotosContext value={underlyingPhotos}>
      <GalleryPage covered={isCovered} className={styles.page}>
        {album && (
          <>
            {header(album)}
            <AlbumTools
              album={album}
              onDelete={(environment, onDeleted) => onDelete(album, environment, onDeleted)}
              ask={ask}
              sort={sort}
              onSort={changeSort}
              onSelect={album.photosCount > 0 && !active ? start : undefined}
              onSuggest={album.photosCount > 0 && onAdd ? suggest : undefined}
            />
          </>
        )}
        {renderContent()}
        {active && (
          <SelectionBar
            {...{ selection, actions, ask }}
            onPerform={rememberFocusTarget}
            blocked={isCovered || isAsking || blocked}
          />
        )}
      </GalleryPage>
      {dialogs}
      {view && album && album.photosCount > 0 && <GridHelp grid={grid} actions={actions} />}
      {children}
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

export interface AlbumScreenProps<A> {
  id: string
  query: UseQueryResult<A>
  /** The album's photos in one order; a stable function. */
  createList: (id: string, sort: Sort) => PhotoList
  /** The page whose sort preference applies. */
  sortedPage: SortedPage
  previewPath: typeof PATHS.albumPhotoPreview | typeof PATHS.sharedAlbumPhotoPreview
  actions: readonly PhotoAction[]
  header: (album: A) => ReactNode
  /** Adds photos to the album; undefined where that is impossible. */
  onAdd?: () => void
  /** Asks for confirmation, deletes the album and then calls `onDeleted`. */
  onDelete: (album: A, ...rest: Parameters<AlbumToolsProps['onDelete']>) => Promise<void>
  /** An overlay of `children` covers the screen: shortcuts are disabled. */
  blocked?: boolean
  children?: ReactNode
}

type DisplayedAlbum = PrintableAlbum & { albumName: string; photosCount: number }

function useOpenPhoto(id: string, to: AlbumScreenProps<unknown>['previewPath']) {
  const navigate = useNavigate()
  return useCallback(
    (photoId: string) => void navigate({ to, params: { id, photoId }, resetScroll: false }),
    [navigate, id, to],
  )
}

/** Unknown album, or one of another customer: a reload would not help. */
function AlbumNotFound() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Images}
      headingLevel="h1"
      title={text('albums.gone')}
      action={<PrimaryLink to={PATHS.albums}>{text('albums.title')}</PrimaryLink>}
    />
  )
}

/** Toolbar of an album: sorting, selection mode, prints of all photos, and deleting the album. */
function AlbumTools({ album, onDelete, ask, sort, onSort, onSelect, onSuggest }: AlbumToolsProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const prints = usePrintAlbum(album, ask)
  const leave = () => void navigate({ to: PATHS.albums, replace: true })
  return (
    <PageTools sort={<SortSelect createdLabels={CREATED_LABELS} sort={sort} onSort={onSort} />}>
      {/* Shown only when there are photos to select, without moving the other tools. */}
      {onSelect && (
        <PageTool icon={CircleCheck} name={text('selection.start')} nameHidden="small" onPress={onSelect} />
      )}
      {prints && (
        <PageTool
          icon={prints.icon}
          name={text(prints.name)}
          nameHidden="mobile"
          pending={prints.isRunning}
          disabledReason={prints.disabledReason}
          onPress={prints.start}
        />
      )}
      <MoreTools
        items={[
          ...(onSuggest
            ? [
                {
                  id: 'suggest',
                  label: text('suggest.title'),
                  icon: WandSparkles,
                  onAction: onSuggest,
                },
              ]
            : []),
          {
            id: 'delete',
            label: text('albums.delete'),
            icon: Trash2,
            danger: true,
            onAction: () => void onDelete({ ask, texts, queries }, leave),
          },
        ]}
      />
    </PageTools>
  )
}

const CREATED_LABELS = {
  asc: 'photos.sort.created-asc',
  desc: 'photos.sort.created-desc',
  short: 'photos.sort.created',
} as const

interface AlbumToolsProps {
  album: PrintableAlbum
  /** Asks for confirmation, deletes the album and then calls `onDeleted`. */
  onDelete: (environment: ActionEnvironment, onDeleted: () => void) => Promise<void>
  ask: ActionEnvironment['ask']
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined when there are no photos to select. */
  onSelect?: () => void
  /** Suggests a selection of the photos; undefined for albums of others and empty ones. */
  onSuggest?: (() => void) | undefined
}

/** Album data needed to order its prints. */
type PrintableAlbum = Pick<Album, 'albumId' | 'photosCount' | 'isShared'>

/** 'Order prints' of all photos of an album; undefined if it is not offered or the album is empty. */
function usePrintAlbum(album: PrintableAlbum, ask: ActionEnvironment['ask']) {
  const texts = useTexts()
  const queries = useQueryClient()
  const action = useOrderPrints()
  const [isRunning, setRunning] = useState(false)
  const { albumId, photosCount: count, isShared } = album
  if (!action || count === 0) return undefined
  const start = async () => {
    if (isRunning) return
    setRunning(true)
    const rule = () => ({ albums: [{ albumId, except: [] }] })
    try {
      // The rule covers the whole album: no ids have to be fetched.
      await action.perform({ count, rule, ids: async () => [] }, { texts, queries, ask })
    } finally {
      setRunning(false)
    }
  }
  const disabledReason = isShared
    ? texts.text('selection.unavailable-for-shared')
    : action.disabledReason?.(count, texts)
  return { name: action.name, icon: action.icon, isRunning, disabledReason, start: () => void start() }
}
