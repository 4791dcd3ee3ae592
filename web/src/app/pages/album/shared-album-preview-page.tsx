import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PreviewOverlay } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { listSharedAlbumActions } from './album-actions.ts'

/** '/my-photos/shared-albums/$id/preview/$photoId': the preview over a shared album (PL-008, PL-068). */
export function SharedAlbumPreviewPage() {
  const { id = '', photoId = '' } = useParams({ strict: false })
  const actions = useMemo(() => listSharedAlbumActions(id), [id])
  const targets = useMemo(
    () => ({
      list: { to: PATHS.sharedAlbum, params: { id } },
      photo: (photo: string) => ({ to: PATHS.sharedAlbumPhotoPreview, params: { id, photoId: photo } }),
    }),
    [id],
  )
  return <PreviewOverlay id={photoId} actions={actions} backLabel="preview.back-to-album" targets={targets} />
}
