import { useParams } from '@tanstack/react-router'
import type { PhotoAction } from '#web/gallery/index.ts'
import { PreviewAbove, type PreviewPlaces } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** '/my-photos/photos/preview/$id': the preview over the timeline (PL-006). */
export function PreviewScreen({ actions }: { actions: readonly PhotoAction[] }) {
  const { id = '' } = useParams({ strict: false })
  return <PreviewAbove id={id} actions={actions} backLabel="preview.back" places={PLACES} />
}

const PLACES: PreviewPlaces = {
  list: { to: PATHS.photos },
  photo: id => ({ to: PATHS.photoPreview, params: { id } }),
}
