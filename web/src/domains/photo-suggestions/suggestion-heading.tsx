import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './suggestion-heading.module.css'

/** The title row, with the way back to the photos on small screens. */
export function SuggestionHeading({ title, children }: { title: string; children?: ReactNode }) {
  const { text } = useTexts()
  return (
    <header className={classes('ui-row', styles.heading)}>
      <Link to={PATHS.photos} className={styles.back} aria-label={text('photos.back')}>
        <Icon of={ChevronLeft} size={24} />
      </Link>
      <h1 className="ui-fill">{title}</h1>
      {children && <div className={classes('ui-cluster8 ui-screen-only')}>{children}</div>}
    </header>
  )
}

/** Says how many photos have been looked at, while it is not all of them. */
export function LookedNote({ looked: { done, of } }: { looked: { done: number; of: number } }) {
  const { text } = useTexts()
  if (done >= of) return null
  return <p className="ui-note">{text('suggest.looked', { done, of })}</p>
}
