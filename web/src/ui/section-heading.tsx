import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from './classes.ts'
import styles from './section-heading.module.css'

/**
 * The title of a section with the number of its entries, if it has any, and an action for all of them, which wraps on small screens.
 * `ruled`: with a line to the rows below.
 */
export function SectionHeading({ id, title, count = 0, ruled = false, action }: SectionHeadingProps) {
  const { number } = useTexts()
  return (
    <header className={classes('ui-row ui-wrap', styles.heading, ruled && styles.ruled)}>
      <h2 id={id}>
        {title}{' '}
        {count !== 0 && (
          <span className={classes('ui-note', styles.count)}>
            {typeof count === 'number' ? number(count) : count}
          </span>
        )}
      </h2>
      {action}
    </header>
  )
}

interface SectionHeadingProps {
  /** Of the title, for the section's aria-labelledby. */
  id: string
  title: string
  /** A text where it is more than a number. */
  count?: number | string | undefined
  ruled?: boolean
  action?: ReactNode
}
