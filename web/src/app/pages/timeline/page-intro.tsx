import { type ReactNode, useId, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './page-intro.module.css'

/** Introduction of the page, its second part on demand, and the action for all photos (PL-020). */
export function PageIntro({ action }: { action: ReactNode }) {
  const { text } = useTexts()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.intro}>
      <p>
        {text('photos.intro.text')}{' '}
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
      {action}
      <div id={id} hidden={!open} className={styles.rest}>
        <p>{text('photos.intro.more', { days: BIN_DAYS })}</p>
      </div>
    </div>
  )
}
