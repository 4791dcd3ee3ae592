import Archive from 'lucide-react/icons/archive'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './moving-hint.module.css'

/** Says how photos of other services are added with their dates, titles and albums. */
export function MovingHint() {
  const { text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const stepsId = useId()
  return (
    <div className={classes('ui-row12 ui-above16', styles.hint)}>
      <Icon of={Archive} />
      <div className={styles.text}>
        <b>{text('upload.moving.title')}</b>
        <p>{text('upload.moving.text')}</p>
        {isOpen && <p id={stepsId}>{text('upload.moving.steps')}</p>}
      </div>
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? stepsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text('upload.moving.how')}
      </Button>
    </div>
  )
}
