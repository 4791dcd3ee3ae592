import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Counts } from '../queue/counts.ts'
import styles from './upload-progress.module.css'

/** Progress of the files that are sent, for the foot of a list; nothing once all are. */
export function UploadProgress({ counts }: { counts: Counts }) {
  const { text } = useTexts()
  const { active, paused, bytes, sent, photos } = counts
  if (active + paused === 0) return null
  const done = photos - active - paused - counts.missing
  return (
    <span className={classes('ui-stack4 ui-note', styles.progress)}>
      <span>{text('upload.announce', { done, total: photos })}</span>
      <ProgressBar
        label={text('upload.tray.label')}
        value={bytes === 0 ? undefined : sent / bytes}
        tone={active === 0 ? 'quiet' : 'accent'}
      />
    </span>
  )
}
