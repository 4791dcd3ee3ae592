import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { getActionTarget } from '../order-links.ts'
import styles from './order-help.module.css'
import type { Possibility } from './possibilities.ts'

/** A row of the help: a button or a link, or grey text with the reason why it is not possible. */
export function HelpRow({ icon, title, fact, isPossible, action }: HelpRowProps) {
  const content = (
    <>
      <Icon of={icon} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {fact && <span className={styles.fact}>{fact}</span>}
      </span>
      {isPossible && <Icon of={ChevronRight} />}
    </>
  )
  return (
    <li className={styles.item}>
      {!isPossible && <div className={classes(styles.row, styles.impossible)}>{content}</div>}
      {isPossible && typeof action === 'string' && (
        <a href={action} rel="noreferrer" className={styles.row}>
          {content}
        </a>
      )}
      {isPossible && typeof action === 'object' && (
        <Link {...action} className={styles.row}>
          {content}
        </Link>
      )}
      {isPossible && typeof action === 'function' && (
        <button type="button" className={styles.row} onClick={action}>
          {content}
        </button>
      )}
    </li>
  )
}

interface HelpRowProps extends Possibility {
  icon: LucideIcon
  title: string
  /** A handler, a page of Keepsake, or the address of another one. */
  action: (() => void) | ReturnType<typeof getActionTarget> | string
}
