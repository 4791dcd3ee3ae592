import type { ReactNode } from 'react'
import { useStripped } from '#web/platform/flags/flags.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './gallery-page.module.css'

/**
 * The frame of a page with photos or albums: the same edges on all of them. It is inert while `covered` by the preview.
 */
export function GalleryPage({ covered = false, className, children }: GalleryPageProps) {
  const stripped = useStripped()
  return (
    <div className={classes(styles.page, className, stripped && styles.stripped)} inert={covered}>
      {children}
    </div>
  )
}

export interface GalleryPageProps {
  covered?: boolean
  className?: string
  children: ReactNode
}
