import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './list-rows.module.css'
import { Skeleton, SkeletonGroups } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'

/** A list of ListRow items. */
export function ListRows({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export interface RowProps {
  icon?: LucideIcon
  /** In place of the icon; 48 px wide and high. */
  picture?: ReactNode
  /** The item has a problem: its icon is red. */
  critical?: boolean
  /** Part of the item has a problem: its icon is amber. */
  warning?: boolean
  /** The item is none of those that stand out: its icon is grey. */
  muted?: boolean
  /** The end stays beside the text on phones; for a short one. */
  inline?: boolean
  name?: string
  facts?: readonly (string | false | null)[]
  /** The last of the facts, in amber. */
  warningFact?: string | undefined
  /** Further content below the facts, such as a RowNote. */
  children?: ReactNode
  /** At the end of the row: the state or the actions of the item. */
  end?: ReactNode
}

/** An item of a ListRows: icon or picture, name, facts and actions. */
export function ListRow(row: RowProps) {
  return (
    <li className={classes(styles.row, row.inline && styles.inline)}>
      <Content {...row} />
    </li>
  )
}

/** A single row outside a list, for the empty state. */
export function SingleRow(row: RowProps) {
  return (
    <div className={classes(styles.row, row.inline && styles.inline)}>
      <Content {...row} />
    </div>
  )
}

function Content({
  icon,
  picture,
  critical = false,
  warning = false,
  muted = false,
  name,
  facts = [],
  warningFact,
  children,
  end,
}: RowProps) {
  const shownFacts = facts.filter(Boolean)
  return (
    <>
      {picture}
      {icon && (
        <span
          className={classes(
            styles.icon,
            critical && styles.critical,
            warning && styles.warning,
            muted && styles.muted,
          )}
        >
          <Icon of={icon} size={22} />
        </span>
      )}
      <div className={styles.text}>
        {name && <h3 className="ui-medium">{name}</h3>}
        {shownFacts.length > 0 && (
          <p className="ui-note">
            {shownFacts.join(' · ')}
            {warningFact && (
              <>
                {' · '}
                <span className="ui-warning">{warningFact}</span>
              </>
            )}
          </p>
        )}
        {children}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </>
  )
}

/** A line of text in a row: `error` in red, `success` in the brand's colour. */
export function RowNote({
  kind,
  icon,
  children,
}: {
  kind: NoteKind
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <p className={classes(styles.note, kind !== 'plain' && styles[kind])}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </p>
  )
}

type NoteKind = 'error' | 'success' | 'plain'

/** The state at the end of a row; `busy` shows a spinner. */
export function RowState({ busy = false, failed = false, children }: RowStateProps) {
  return (
    <p className={classes(styles.note, failed && styles.error)}>
      {busy && <Spinner size={18} />}
      {children}
    </p>
  )
}

interface RowStateProps {
  busy?: boolean
  failed?: boolean
  children: ReactNode
}

/** Placeholders for rows that are being loaded. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className={styles.list}>
      <SkeletonGroups count={count} className={styles.row}>
        <Skeleton width={48} height={48} className={styles.icon} />
        <Skeleton width="40%" height={20} />
      </SkeletonGroups>
    </div>
  )
}
