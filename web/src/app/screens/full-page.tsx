import type { ReactNode } from 'react'
import styles from './full-page.module.css'

/** One message in the middle of the page: what happened, and the one thing to do about it. */
export function FullPage({ title, text, action, urgent = false }: FullPageProps) {
  return (
    <section className={styles.page} role={urgent ? 'alert' : undefined}>
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </section>
  )
}

/** What went wrong where no frame is around it: the main part of the page itself. */
export function LonePage(props: FullPageProps) {
  return (
    <main>
      <FullPage urgent {...props} />
    </main>
  )
}

interface FullPageProps {
  title: string
  text?: string
  action?: ReactNode
  /** Read out at once: something went wrong. */
  urgent?: boolean
}
