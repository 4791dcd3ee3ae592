import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './page-heading.module.css'

/** The heading of a page below another: the way back above it, on small screens as an arrow beside it. */
export function PageHeading({ title, back, status, children }: PageHeadingProps) {
  return (
    <>
      <Link to={back.to} className={classes('ui-inline-row ui-note', styles.back)}>
        <Icon of={ChevronLeft} size={16} />
        {back.label}
      </Link>
      <div className={classes('ui-row', styles.heading, status != null && styles.withStatus)}>
        <Link to={back.to} className={styles.arrow} aria-label={back.label}>
          <Icon of={ArrowLeft} />
        </Link>
        <h1 className={classes('ui-narrow ui-breaks', styles.title)}>{title}</h1>
        {status && <span className={styles.status}>{status}</span>}
        {children && <div className={classes('ui-screen-only', styles.action)}>{children}</div>}
      </div>
    </>
  )
}

export interface PageHeadingProps {
  title: ReactNode
  /** The page above. */
  back: { to: string; label: string }
  /** Status of the page's subject: beside the title, on phones below it. */
  status?: ReactNode
  /** The page's main action. */
  children?: ReactNode
}
