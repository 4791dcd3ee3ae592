import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import { confirmAndDeleteSharedAlbum, useAlbumGroups, useAlbumRemoval } from '#web/domains/albums/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { Participants, sharedAlbumList, sharedAlbumQuery } from '#web/domains/shared-albums/index.ts'
import {
  type ActionEnvironment,
  GalleryPage,
  PhotoGrid,
  SelectionBar,
  type Sort,
  UnderlyingPhotosContext,
  useConfirm,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import { isMissing } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { useLibraryChanges } from '../my-photos/library-changes.ts'
import { readSort, writeSort } from '../my-photos/sort-preference.ts'
import { useSharedAlbumActions } from './album-actions.ts'
import { AlbumHead } from './album-header.tsx'
import albumStyles from './album-page.module.css'
import { AlbumFailure, AlbumLoading, AlbumNotFound, EmptyAlbum } from './album-states.tsx'
import { AlbumTools } from './album-tools.tsx'
import styles from './shared-album-page.module.css'

/** One shared album by the id in the URL, for its owner and participants (PL-087). Keyed by id. */
export function SharedAlbumPage() {
  const { id = '' } = useParams({ strict: false })
  return <OneSharedAlbum key={id} id={id} />
}

/** The album's photos, to view and download; the preview is a child route rendered above the mounted grid. */
function OneSharedAlbum({ id }: { id: string }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const covered = useChildMatches().length > 0
  const query = useQuery(sharedAlbumQuery(queries, id))
  const viewer = useQuery(libraryTotalsQuery())
  const album = query.data
  const [sort, setSort] = useState(() => readSort('sharedAlbumPhotos'))
  const list = useMemo(() => sharedAlbumList(id, sort), [id, sort])
  const months = useAlbumGroups(album?.photosCount)
  const known = query.isSuccess && !query.isPlaceholderData
  const { scroller, grid, view, pages, selection, events, below } = usePhotoGrid(
    known ? 'ready' : query.isError ? 'error' : 'pending',
    list,
    months,
    useOpenPhoto(id),
  )
  const { ask, dialogs, asking } = useConfirm()
  const actions = useSharedAlbumActions(id)
  useAlbumRemoval(id, selection.forget)
  useLibraryChanges(selection.forget)

  const { start, orderChanged } = selection
  const changeSort = useCallback(
    (next: Sort) => {
      writeSort('sharedAlbumPhotos', next)
      orderChanged()
      setSort(next)
    },
    [orderChanged],
  )
  const content = (): ReactNode => {
    if (query.isPending) return <AlbumLoading />
    if (!album) {
      if (isMissing(query.error)) return <AlbumNotFound />
      return <AlbumFailure onRetry={() => void query.refetch()} />
    }
    if (album.photosCount === 0) return known ? <EmptyAlbum /> : null
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
      <GalleryPage covered={covered} className={albumStyles.page}>
        {album && (
          <>
            <AlbumHead album={album} name={<h1 className={styles.name}>{album.albumName}</h1>} />
            <div className={styles.notes}>
              <AlertBanner kind="info" title={text('shared-albums.over')}>
                {text('shared-albums.over.text')}
              </AlertBanner>
              <Participants album={album} viewerId={viewer.data?.userId} />
            </div>
            <AlbumTools
              album={album}
              onDelete={(environment, deleted) => askAndDelete(album, environment, deleted)}
              ask={ask}
              sort={sort}
              onSort={changeSort}
              onSelect={album.photosCount > 0 && !active ? start : undefined}
            />
          </>
        )}
        {content()}
        {active && <SelectionBar {...{ selection, actions, ask }} blocked={covered || asking} />}
      </GalleryPage>
      {dialogs}
      <Outlet />
    </UnderlyingPhotosContext>
  )
}

/** Deleting means something else for the owner than for participants. */
async function askAndDelete(album: SharedAlbum, environment: ActionEnvironment, deleted: () => void) {
  const { userId } = await environment.queries.ensureQueryData(libraryTotalsQuery())
  const role = userId === album.ownerId ? 'owner' : 'participant'
  await confirmAndDeleteSharedAlbum(album, role, environment, deleted)
}

function useOpenPhoto(id: string) {
  const navigate = useNavigate()
  return useCallback(
    (photoId: string) =>
      void navigate({ to: PATHS.sharedAlbumPhotoPreview, params: { id, photoId }, resetScroll: false }),
    [navigate, id],
  )
}
