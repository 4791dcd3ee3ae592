import { PreviewScreen } from '#web/domains/photos/preview/preview-screen.tsx'
import { useLibraryActions } from '../photo-actions.ts'

/** The preview over 'My photos', with the same actions. */
export function PhotoPreviewScreen() {
  return <PreviewScreen actions={useLibraryActions()} />
}
