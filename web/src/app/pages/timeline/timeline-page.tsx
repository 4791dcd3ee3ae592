import { useLibraryActions } from './library-actions.ts'
import { PhotoTimeline } from './photo-timeline.tsx'

/** 'My photos' with all that can be done to photos. */
export function TimelinePage() {
  return <PhotoTimeline actions={useLibraryActions()} />
}
