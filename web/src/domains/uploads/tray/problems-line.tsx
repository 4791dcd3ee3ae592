import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { UploadsState } from '../engine/uploads-state.ts'
import { formatReason } from '../file-list/item-texts.ts'
import { countSavedPhotos, formatSavedText } from '../queue/counts.ts'
import { hasProblem } from '../queue/upload-item.ts'
import styles from './tray-panel.module.css'

/** How many files could not be added, and why, if the reason is the same for all; nothing without such files. */
export function ProblemsLine({ state, onView }: { state: UploadsState; onView: () => void }) {
  const { texts, text } = useTexts()
  const files = state.queue.filter(hasProblem)
  if (files.length === 0) return null
  const [reason, ...others] = new Set(files.map(file => file.reason))
  return (
    <div className={styles.line}>
      <span className={classes('ui-centered', styles.problem)}>
        <Icon of={TriangleAlert} size={22} />
      </span>
      <span className={styles.name}>
        {text('upload.tray.problems', { count: files.length })}
        {reason && others.length === 0 && <small>{formatReason(texts, reason)}</small>}
      </span>
      <button type="button" className={styles.view} onClick={onView}>
        {text('upload.tray.view')}
      </button>
    </div>
  )
}

/** Returns the title of the tray: the number of photos that are being added, or were. */
export function formatTrayTitle(texts: Pick<Texts, 'text'>, { counts, queue }: UploadsState): string {
  if (counts.unsent > 0) return texts.text('upload.tray.title', { count: counts.photos })
  if (counts.received === 0) return texts.text('upload.tray.problems', { count: counts.problems })
  return formatSavedText(texts, countSavedPhotos(queue), queue[0]?.albumId)
}
