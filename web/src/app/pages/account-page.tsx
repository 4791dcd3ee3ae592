import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './account-page.module.css'

/** The column of an account page; with `title` if it is below no other page, which would bring a PageHeading. */
export function AccountPage({ title, aside, children }: AccountPageProps) {
  return (
    <div className={classes('ui-column', styles.page)} data-in-order>
      {title && (
        <div className={classes('ui-row16 ui-between', styles.title)}>
          <h1>{title}</h1>
          {aside && <div className="ui-not-below-large">{aside}</div>}
        </div>
      )}
      {children}
    </div>
  )
}

export interface AccountPageProps {
  title?: string
  /** Beside the title; left out on phones. */
  aside?: ReactNode
  children: ReactNode
}
