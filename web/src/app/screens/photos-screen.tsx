import { PhotosPage } from '#web/domains/photos/photos-page.tsx'
import { useLibraryActions } from '../photo-actions.ts'

/** 'My photos' with all that can be done to photos. */
export function PhotosScreen() {
  return <PhotosPage actions={useLibraryActions()} />
}
