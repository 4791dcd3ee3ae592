import { useId, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './page-intro.module.css'

/** Introduction of 'My photos', its second part on demand. On mobile screens it is one line until then. */
export function PageIntro() {
  const { text } = useTexts()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes(styles.intro, open && styles.open)}>
      <p className={styles.first}>
        <span className={styles.text}>{text('photos.intro.text')}</span>{' '}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {text(open ? 'action.show-less' : 'action.show-more')}
        </button>
      </p>
      <p id={id} hidden={!open} className={styles.rest}>
        {text('photos.intro.more', { days: BIN_DAYS })}
      </p>
    </div>
  )
}
