import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFilter } from '#web/domains/photo-search/index.ts'
import { PreviewOverlay, type PreviewTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { usePreviewActions } from '../timeline/library-actions.ts'
import { OwnPhotoRows } from '../timeline/own-photo-rows.tsx'

/** '/my-photos/search/preview/$id': the preview over the results, in which it moves (NX-207). */
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
