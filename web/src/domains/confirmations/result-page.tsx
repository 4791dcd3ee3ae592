import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './result-page.module.css'

/**
 * The result of a confirmation: one icon, one heading, a sentence or two, one button, one link. The heading gets the
 * focus when the page opens and when its text changes.
 */
export function ResultPage({ icon, failed = false, title, children, action, link, note }: ResultPageProps) {
  return (
    <section className={styles.page}>
      <span className={classes('ui-centered ui-accent', styles.icon, failed && styles.failed)}>
        <Icon of={icon} size={32} />
      </span>
      <h1 key={title} ref={focusHeading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={classes('ui-stack8 ui-above8', styles.text)}>{children}</div>
      <div className={classes('ui-stack12 ui-above24', styles.actions)}>
        {action}
        {link}
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </section>
  )
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus()

export interface ResultPageProps {
  icon: IconProps['of']
  failed?: boolean
  title: string
  /** Paragraphs. */
  children?: ReactNode
  action?: ReactNode
  link?: ReactNode
  /** Small print below. */
  note?: ReactNode
}
