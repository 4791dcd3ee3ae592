import { useSyncExternalStore } from 'react'
import { getAnnouncements, subscribeAnnouncements } from './announcements.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The live regions that `announce` writes to; mount it once, before the first announcement. */
export function LiveRegion() {
  const { polite, assertive } = useSyncExternalStore(subscribeAnnouncements, getAnnouncements)
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
