import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { albumQuery } from '#web/domains/albums/index.ts'
import { PhotoProductsRow } from '#web/domains/photos/index.ts'
import { PreviewOverlay } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { OwnPhotoRows } from '../timeline/own-photo-rows.tsx'
import { listAlbumActions, listSharedAlbumActions } from './album-actions.ts'

/**
 * '/my-photos/albums/$id/preview/$photoId': the preview over an album (PL-007); without its photo, the album (PL-066).
 */
export function AlbumPreviewPage() {
  const { id = '', photoId = '' } = useParams({ strict: false })
  const { data } = useQuery(albumQuery(useQueryClient(), id))
  const actions = useMemo(
    () => (data?.isShared ? listSharedAlbumActions(id) : listAlbumActions(id)),
    [id, data?.isShared],
  )
  const targets = useMemo(
    () => ({
      list: { to: PATHS.album, params: { id } },
      photo: (photo: string) => ({ to: PATHS.albumPhotoPreview, params: { id, photoId: photo } }),
    }),
    [id],
  )
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
