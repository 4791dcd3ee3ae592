import { useParams } from '@tanstack/react-router'
import { binActions } from '#web/domains/photos/index.ts'
import { PreviewOverlay, type PreviewTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** '/my-photos/deleted/preview/$id': a deleted photo in large, to be restored or deleted permanently. */
export function BinPreviewPage() {
  const { id = '' } = useParams({ strict: false })
  return <PreviewOverlay id={id} actions={binActions} backLabel="preview.back-to-bin" targets={TARGETS} />
}

const TARGETS: PreviewTargets = {
  list: { to: PATHS.deletedPhotos },
  photo: id => ({ to: PATHS.deletedPhotoPreview, params: { id } }),
}
