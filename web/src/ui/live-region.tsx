import { useSyncExternalStore } from 'react'
import { announcement } from './announcements.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The live region that `announce` writes to; mount it once, before the first announcement. */
export function LiveRegion() {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get)
  return (
    <div data-react-aria-top-layer="true">
      <div aria-live="polite">
        <VisuallyHidden>{text}</VisuallyHidden>
      </div>
    </div>
  )
}
