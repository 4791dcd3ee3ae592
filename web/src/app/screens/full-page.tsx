import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './full-page.module.css'

/** A centred message that fills the page: what happened, and one action. */
export function FullPage({ title, text, action, urgent = false }: FullPageProps) {
  return (
    <section className={classes('ui-stack12', styles.page)} role={urgent ? 'alert' : undefined}>
      <h1>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </section>
  )
}

export interface FullPageProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  /** Announces the message immediately, for errors. */
  urgent?: boolean
}
