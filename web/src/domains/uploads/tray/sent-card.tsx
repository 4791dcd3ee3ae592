import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useId, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { listBatchIds } from '../queue/counts.ts'
import { isAlbumPending } from '../queue/upload-item.ts'
import { useShowPhotos } from '../show/show-request.ts'
import { formatTrayTitle, ProblemsLine } from './problems-line.tsx'
import styles from './tray-panel.module.css'

/** How long the result is shown. */
export const CLOSE_MS = 8000

/**
 * The result once everything is sent. It closes after 8 s, but not while it is hovered or focused or a dialog is open
 * (`hasDialog`), and not by itself if files could not be added, or not to their album yet.
 */
export function SentCard({ uploads, state, hasDialog, closeButton, onDetails }: SentCardProps) {
  const { texts, text } = useTexts()
  const show = useShowPhotos()
  const titleId = useId()
  const [isHovered, setIsHovered] = useState(false)
  const { counts, queue } = state
  const staysOpen = hasDialog || isHovered || counts.problems > 0 || queue.some(isAlbumPending)
  useEffect(() => {
    if (staysOpen) return
    const timer = setTimeout(uploads.clearSent, CLOSE_MS)
    return () => clearTimeout(timer)
  }, [staysOpen, uploads])
  const showPhotos = () => {
    show(listBatchIds(queue))
    if (counts.problems === 0) uploads.clearSent()
  }
  return (
    <section
      aria-labelledby={titleId}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsHovered(true)}
      onBlur={() => setIsHovered(false)}
    >
      <div className={classes('ui-row4', styles.top)}>
        {counts.received > 0 && (
          <span className={classes('ui-stack ui-accent', styles.done)}>
            <Icon of={CircleCheck} />
          </span>
        )}
        <h2 id={titleId} className={classes('ui-fill ui-breaks', styles.title)}>
          {formatTrayTitle(texts, state)}
        </h2>
        {counts.received > 0 && (
          <button type="button" className={styles.view} onClick={showPhotos}>
            {text('upload-receipt.show')}
          </button>
        )}
        <IconButton ref={closeButton} icon={X} label={text('action.close')} onClick={uploads.clearSent} />
      </div>
      <ProblemsLine state={state} onView={onDetails} />
    </section>
  )
}

export interface SentCardProps {
  uploads: Uploads
  state: UploadsState
  hasDialog: boolean
  closeButton: RefObject<HTMLButtonElement | null>
  onDetails: () => void
}
