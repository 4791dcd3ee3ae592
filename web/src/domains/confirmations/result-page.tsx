import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './result-page.module.css'

/**
 * What became of a confirmation: one icon, one heading, a sentence or two, one button, one link. The heading gets the
 * focus when the page opens and when its text changes.
 */
export function ResultPage({ icon, failed = false, title, children, action, link, note }: ResultPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another result.
  useEffect(() => heading.current?.focus(), [title])
  return (
    <section className={styles.page}>
      <span className={classes(styles.icon, failed && styles.failed)}>
        <Icon of={icon} size={32} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        {action}
        {link}
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </section>
  )
}

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
