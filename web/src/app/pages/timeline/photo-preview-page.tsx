import { useParams } from '@tanstack/react-router'
import { PreviewOverlay, type PreviewTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { usePreviewActions } from './library-actions.ts'
import { OwnPhotoRows } from './own-photo-rows.tsx'

/** '/my-photos/photos/preview/$id': the preview over the timeline. */
export function PhotoPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <PreviewOverlay
      id={id}
      actions={usePreviewActions()}
      backLabel="preview.back"
      targets={TARGETS}
      detailsRow={OwnPhotoRows}
    />
  )
}

const TARGETS: PreviewTargets = {
  list: { to: PATHS.photos },
  photo: id => ({ to: PATHS.photoPreview, params: { id } }),
}
