import { useParams } from '@tanstack/react-router'
import { PhotoProductsRow } from '#web/domains/photo-products/index.ts'
import { PreviewOverlay, type PreviewTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { usePreviewActions } from './library-actions.ts'

/** '/my-photos/photos/preview/$id': the preview over the timeline (PL-006). */
export function PhotoPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <PreviewOverlay
      id={id}
      actions={usePreviewActions()}
      backLabel="preview.back"
      targets={TARGETS}
      detailsRow={PhotoProductsRow}
    />
  )
}

const TARGETS: PreviewTargets = {
  list: { to: PATHS.photos },
  photo: id => ({ to: PATHS.photoPreview, params: { id } }),
}
