import { useSyncExternalStore } from 'react'
import { announced, onAnnouncement } from './announcements.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Where `announce` is heard; mount it once, from the start, before anything is announced. */
export function LiveRegion() {
  const { polite, assertive } = useSyncExternalStore(onAnnouncement, announced)
  return (
    <div data-react-aria-top-layer="true">
      <div aria-live="polite">
        <VisuallyHidden>{polite}</VisuallyHidden>
      </div>
      <div aria-live="assertive">
        <VisuallyHidden>{assertive}</VisuallyHidden>
      </div>
    </div>
  )
}
