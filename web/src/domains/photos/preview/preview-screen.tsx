import { useParams } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { PhotoAction } from '../actions.ts'
import { PreviewAbove, type PreviewPlaces } from './preview-above.tsx'

/** '/my-photos/photos/preview/$id': the preview over the timeline (PL-006). */
export function PreviewScreen({ actions }: { actions: readonly PhotoAction[] }) {
  const { id = '' } = useParams({ strict: false })
  return <PreviewAbove id={id} actions={actions} backLabel="preview.back" places={PLACES} />
}

const PLACES: PreviewPlaces = {
  list: { to: PATHS.photos },
  photo: id => ({ to: PATHS.photoPreview, params: { id } }),
}
