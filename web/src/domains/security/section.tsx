import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './security.module.css'

/** A part of the page with its title, the number of its entries, and an action for all of them. */
export function Section({ id, title, count, action, children }: SectionProps) {
  const { number } = useTexts()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.heading}>
        <h2 id={id}>
          {title}
          {count !== undefined && <span className={styles.count}> {number(count)}</span>}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

interface SectionProps {
  id: string
  title: string
  count?: number
  action?: ReactNode
  children: ReactNode
}
