import type { UseQueryResult } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useAlbumGroups, useAlbumRemoval } from '#web/domains/albums/index.ts'
import {
  GalleryPage,
  GridHelp,
  type PhotoAction,
  PhotoGrid,
  type PhotoList,
  SelectionBar,
  type Sort,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { isMissing } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { PATHS } from '#web/platform/navigation/paths.ts'
import { readSort, type SortedPage, writeSort } from '../my-photos/sort-preference.ts'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { useSuggest } from '../my-photos/use-suggest.ts'
import styles from './album-page.module.css'
import { AlbumFailure, AlbumLoading, AlbumNotFound, EmptyAlbum } from './album-states.tsx'
import { AlbumTools, type AlbumToolsProps } from './album-tools.tsx'
import type { PrintableAlbum } from './use-print-album.ts'

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
    if (query.isPending) return <AlbumLoading />
    if (!album) {
      if (isMissing(query.error)) return <AlbumNotFound />
      return <AlbumFailure onRetry={() => void query.refetch()} />
    }
    if (album.photosCount === 0) return isLoaded ? <EmptyAlbum onAdd={onAdd} /> : null
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
