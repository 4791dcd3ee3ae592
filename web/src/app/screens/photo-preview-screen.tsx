import { PreviewScreen } from '#web/domains/photos/preview/preview-screen.tsx'
import { usePreviewActions } from '../photo-actions.ts'

/** The preview over 'My photos'. */
export function PhotoPreviewScreen() {
  return <PreviewScreen actions={usePreviewActions()} />
}
