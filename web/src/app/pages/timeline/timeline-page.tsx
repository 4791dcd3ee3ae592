import { useLibraryActions } from './library-actions.ts'
import { PhotoTimeline } from './photo-timeline.tsx'

/** 'My photos' with the actions on photos. */
export function TimelinePage() {
  return <PhotoTimeline actions={useLibraryActions()} />
}
