import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { pageStyles, readSort, useLibraryChanges, writeSort } from '#web/domains/photos/pieces.ts'
import { ImportModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import {
  PhotoGrid,
  PhotosBelowContext,
  SelectionBar,
  type Sort,
  useConfirm,
  useFileDrop,
  usePhotoGrid,
} from '#web/gallery/index.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useFlag, useStripped } from '#web/platform/flags/flags.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Leave } from '#web/platform/navigation/leave.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { useAlbumActions, useSharedAlbumActions } from '../album-actions.ts'
import { albumList, useWholeAlbum } from '../album-list.ts'
import { albumQuery } from '../album-queries.ts'
import { askAndDeleteAlbum, askAndDeleteShared } from '../editing/delete-album.tsx'
import { AlbumHeader } from './album-header.tsx'
import styles from './album-page.module.css'
import { AlbumFailed, AlbumGone, AlbumLoading, EmptyAlbum } from './album-states.tsx'
import { AlbumTools } from './album-tools.tsx'
import { useAlbumGone } from './use-album-gone.ts'

/** One album by the id of the address. Another album is another page. */
export function AlbumPage() {
  const { id = '' } = useParams({ strict: false })
  return <OneAlbum key={id} id={id} />
}

/** The album's photos; the preview is a child route and lies above the mounted grid. */
function OneAlbum({ id }: { id: string }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const stripped = useStripped()
  const covered = useChildMatches().length > 0
  const uploading = useFlag('PhotoManagementUploadViewEnabled')
  const sharedView = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const query = useQuery(albumQuery(queries, id))
  const album = query.data
  const isShared = album?.isShared ?? false
  const mayAdd = uploading && !isShared
  const [sort, setSort] = useState(() => readSort('albumPhotos'))
  const list = useMemo(() => albumList(id, sort), [id, sort])
  const months = useWholeAlbum(album?.photosCount)
  const known = query.isSuccess && !query.isPlaceholderData
  const { scroller, grid, view, pages, selection, events, below } = usePhotoGrid(
    known ? 'ready' : query.isError ? 'error' : 'pending',
    list,
    months,
    useOpenPhoto(id),
  )
  const { ask, dialogs, asking } = useConfirm()
  const [importing, setImporting] = useState<{ files?: PickedFile[] } | null>(null)
  const dropping = useFileDrop(mayAdd && !!album && !covered && importing === null, files =>
    setImporting({ files }),
  )
  const ownActions = useAlbumActions(id)
  const sharedActions = useSharedAlbumActions(id)
  useAlbumGone(id, selection.forget)
  useLibraryChanges(selection.forget)

  const add = useAddPhotos(
    useCallback(() => setImporting({}), []),
    id,
  )
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
  if (isShared && sharedView) return <Leave to={PATHS.sharedAlbum} params={{ id }} />

  const content = (): ReactNode => {
    if (query.isPending) return <AlbumLoading />
    if (!album) {
      if (isNotFound(query.error)) return <AlbumGone />
      return <AlbumFailed retry={() => void query.refetch()} />
    }
    if (album.photosCount === 0) return known ? <EmptyAlbum onAdd={isShared ? undefined : add} /> : null
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
    <PhotosBelowContext value={below}>
      <div className={classes(pageStyles.page, styles.page, stripped && pageStyles.bare)} inert={covered}>
        {album && (
          <>
            <AlbumHeader album={album} onAdd={isShared ? undefined : add} />
            <AlbumTools
              album={album}
              onDelete={(environment, deleted) =>
                isShared
                  ? askAndDeleteShared(album, 'owner', environment, deleted)
                  : askAndDeleteAlbum(album, environment, deleted)
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
            actions={isShared ? sharedActions : ownActions}
            ask={ask}
            blocked={covered || asking || importing !== null}
          />
        )}
        {dropping && <div className={pageStyles.drop}>{text('albums.drop')}</div>}
      </div>
      {dialogs}
      {importing && (
        <Suspense>
          <ImportModal albumId={id} droppedFiles={importing.files} onClose={() => setImporting(null)} />
        </Suspense>
      )}
      <Outlet />
    </PhotosBelowContext>
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
