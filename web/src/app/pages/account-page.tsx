import type { ReactNode } from 'react'
import styles from './account-page.module.css'

/** The column of an account page; with `title` if it is below no other page, which would bring a PageHeading. */
export function AccountPage({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      {title && <h1 className={styles.title}>{title}</h1>}
      {children}
    </div>
  )
}
