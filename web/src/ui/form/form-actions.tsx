import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './form-actions.module.css'

/**
 * The buttons of a page's form, the main one first. On small screens they are a bar at the lower edge, in place of the
 * bottom bar, with the main one at the end.
 */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes('ui-cluster12 ui-above24', styles.actions)}>{children}</div>
}
