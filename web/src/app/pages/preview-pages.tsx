import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { albumQuery } from '#web/domains/albums/index.ts'
import { useFilter } from '#web/domains/photo-search/index.ts'
import { binActions, PhotoProductsRow } from '#web/domains/photos/index.ts'
import { PreviewOverlay, type PreviewTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { listAlbumActions, listSharedAlbumActions } from './album/album-actions.ts'
import { usePreviewActions } from './timeline/library-actions.ts'
import { OwnPhotoRows } from './timeline/own-photo-rows.tsx'

/** The previews of all lists, in one file: each is a few lines around the same viewer. */

/** '/my-photos/deleted/preview/$id': a deleted photo in large, to be restored or deleted permanently. */
export function BinPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  return <PreviewOverlay id={id} actions={binActions} backLabel="preview.back-to-bin" targets={TARGETS} />
}

const TARGETS: PreviewTargets = {
  list: { to: PATHS.deletedPhotos },
  photo: id => ({ to: PATHS.deletedPhotoPreview, params: { id } }),
}

/** '/my-photos/shared-albums/$id/preview/$photoId': the preview over a shared album. */
export function SharedAlbumPreviewPage() {
  const { id = '', photoId = '' } = useParams({ strict: false })
  const actions = useMemo(() => listSharedAlbumActions(id), [id])
  const targets = useAlbumTargets(id, PATHS.sharedAlbum, PATHS.sharedAlbumPhotoPreview)
  return <PreviewOverlay id={photoId} actions={actions} backLabel="preview.back-to-album" targets={targets} />
}

/** Where the preview of an album leads: to its page, and to the other photos. */
const useAlbumTargets = (id: string, list: string, photo: string): PreviewTargets =>
  useMemo(
    () => ({
      list: { to: list, params: { id } },
      photo: photoId => ({ to: photo, params: { id, photoId } }),
    }),
    [id, list, photo],
  )

/** '/my-photos/search/preview/$id': the preview over the results, in which it moves. */
export function SearchPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  const filter = useFilter()
  const targets = useMemo(
    (): PreviewTargets => ({
      list: { to: PATHS.search, search: filter },
      photo: photoId => ({ to: PATHS.searchPreview, params: { id: photoId }, search: filter }),
    }),
    [filter],
  )
  return (
    <PreviewOverlay
      id={id}
      actions={usePreviewActions()}
      backLabel="search.back"
      targets={targets}
      detailsRow={OwnPhotoRows}
    />
  )
}

/**
 * '/my-photos/albums/$id/preview/$photoId': the preview over an album; without its photo, the album.
 */
export function AlbumPreviewPage() {
  const { id = '', photoId = '' } = useParams({ strict: false })
  const { data } = useQuery(albumQuery(useQueryClient(), id))
  const actions = useMemo(
    () => (data?.isShared ? listSharedAlbumActions(id) : listAlbumActions(id)),
    [id, data?.isShared],
  )
  const targets = useAlbumTargets(id, PATHS.album, PATHS.albumPhotoPreview)
  return (
    <PreviewOverlay
      id={photoId}
      actions={actions}
      backLabel="preview.back-to-album"
      targets={targets}
      detailsRow={data?.isShared ? PhotoProductsRow : OwnPhotoRows}
    />
  )
}

/** '/my-photos/photos/preview/$id': the preview over the timeline. */
export function PhotoPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <PreviewOverlay
      id={id}
      actions={usePreviewActions()}
      backLabel="photos.back"
      targets={LIBRARY_TARGETS}
      detailsRow={OwnPhotoRows}
    />
  )
}

const LIBRARY_TARGETS: PreviewTargets = {
  list: { to: PATHS.photos },
  photo: id => ({ to: PATHS.photoPreview, params: { id } }),
}
