import type { ReactNode } from 'react'
import { LazyLegalFooter } from '../shell/lazy-legal-footer.ts'
import styles from './full-page.module.css'

/** A centred message that fills the page: what happened, and one action. */
export function FullPage({ title, text, action, urgent = false }: FullPageProps) {
  return (
    <section className={styles.page} role={urgent ? 'alert' : undefined}>
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </section>
  )
}

/** An error message outside of the shell: main element and footer. */
export function StandalonePage({ withCookieSettings = true, ...props }: StandalonePageProps) {
  return (
    <>
      <main>
        <FullPage urgent {...props} />
      </main>
      <LazyLegalFooter centred withCookieSettings={withCookieSettings} />
    </>
  )
}

interface FullPageProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  /** Announces the message immediately, for errors. */
  urgent?: boolean
}

export interface StandalonePageProps extends FullPageProps {
  /** False where the router, which loads the settings, does not exist. */
  withCookieSettings?: boolean
}
