import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import {
  albumList,
  albumQuery,
  confirmAndDeleteAlbum,
  confirmAndDeleteSharedAlbum,
  useAlbumGroups,
  useAlbumRemoval,
} from '#web/domains/albums/index.ts'
import {
  GalleryPage,
  PhotoGrid,
  SelectionBar,
  type Sort,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { isMissing } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Redirect } from '#web/platform/navigation/redirect.tsx'
import { useLibraryChanges } from '../my-photos/library-changes.ts'
import { readSort, writeSort } from '../my-photos/sort-preference.ts'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'
import { useAlbumActions, useSharedAlbumActions } from './album-actions.ts'
import { AlbumHeader } from './album-header.tsx'
import styles from './album-page.module.css'
import { AlbumFailure, AlbumLoading, AlbumNotFound, EmptyAlbum } from './album-states.tsx'
import { AlbumTools } from './album-tools.tsx'

/** One album by the id in the URL. Keyed by id, so that another album is a new page. */
export function AlbumPage() {
  const { id = '' } = useParams({ strict: false })
  return <OneAlbum key={id} id={id} />
}

/** The album's photos; the preview is a child route rendered above the mounted grid. */
function OneAlbum({ id }: { id: string }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const covered = useChildMatches().length > 0
  const sharedView = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const query = useQuery(albumQuery(queries, id))
  const album = query.data
  const isShared = album?.isShared ?? false
  const [sort, setSort] = useState(() => readSort('albumPhotos'))
  const list = useMemo(() => albumList(id, sort), [id, sort])
  const months = useAlbumGroups(album?.photosCount)
  const known = query.isSuccess && !query.isPlaceholderData
  const { scroller, grid, view, pages, selection, events, below, rememberNext } = usePhotoGrid(
    known ? 'ready' : query.isError ? 'error' : 'pending',
    list,
    months,
    useOpenPhoto(id),
  )
  const { ask, dialogs, asking } = useConfirm()
  const photoImport = usePhotoImport({
    droppable: !!album && !isShared && !covered,
    dropText: text('albums.drop'),
    albumId: id,
  })
  const ownActions = useAlbumActions(id)
  const sharedActions = useSharedAlbumActions(id)
  useAlbumRemoval(id, selection.forget)
  useLibraryChanges(selection.forget)

  const { start, orderChanged } = selection
  const changeSort = useCallback(
    (next: Sort) => {
      writeSort('albumPhotos', next)
      orderChanged()
      setSort(next)
    },
    [orderChanged],
  )
  // PL-082
  if (isShared && sharedView) return <Redirect to={PATHS.sharedAlbum} params={{ id }} />

  const content = (): ReactNode => {
    if (query.isPending) return <AlbumLoading />
    if (!album) {
      if (isMissing(query.error)) return <AlbumNotFound />
      return <AlbumFailure onRetry={() => void query.refetch()} />
    }
    if (album.photosCount === 0)
      return known ? <EmptyAlbum onAdd={isShared ? undefined : photoImport.add} /> : null
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
    <UnderlyingPhotosContext value={below}>
      <GalleryPage covered={covered} className={styles.page}>
        {album && (
          <>
            <AlbumHeader album={album} onAdd={isShared ? undefined : photoImport.add} />
            <AlbumTools
              album={album}
              onDelete={(environment, deleted) =>
                isShared
                  ? confirmAndDeleteSharedAlbum(album, 'owner', environment, deleted)
                  : confirmAndDeleteAlbum(album, environment, deleted)
              }
              ask={ask}
              sort={sort}
              onSort={changeSort}
              onSelect={album.photosCount > 0 && !active ? start : undefined}
            />
          </>
        )}
        {content()}
        {active && (
          <SelectionBar
            selection={selection}
            onPerform={rememberNext}
            actions={isShared ? sharedActions : ownActions}
            ask={ask}
            blocked={covered || asking || photoImport.importing}
          />
        )}
        {photoImport.overlay}
      </GalleryPage>
      {dialogs}
      {photoImport.modal}
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

function useOpenPhoto(id: string) {
  const navigate = useNavigate()
  return useCallback(
    (photoId: string) =>
      void navigate({ to: PATHS.albumPhotoPreview, params: { id, photoId }, resetScroll: false }),
    [navigate, id],
  )
}
