import type { ReactNode } from 'react'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import styles from './security.module.css'

/** A part of the page with its title, the number of its entries, and an action for all of them. */
export function Section({ id, title, count, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <SectionHeading id={id} title={title} count={count} ruled action={action} />
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
