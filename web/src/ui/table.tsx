import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A table whose rows are cards on small screens, where the heads of the columns are for screen readers only. `children` are
 * TableRows.
 */
export function Table({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead className={styles.columns}>
        <tr>
          {columns.map(({ label, isLabelHidden = false }) => (
            <th key={label} scope="col">
              {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export interface Column {
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
}

/**
 * A row; `className` may set --row-space, the space above and below, and --row-end, the space for what stands at its end on small
 * screens.
 */
export function TableRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <tr className={classes(styles.row, className)}>{children}</tr>
}
