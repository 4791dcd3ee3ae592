import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './list-rows.module.css'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'

/** Things below each other, each a ListRow. */
export function ListRows({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export interface RowProps {
  icon: LucideIcon
  /** Something is wrong with it. */
  critical?: boolean
  name?: string
  facts?: readonly (string | false | null)[]
  /** What else is said of it. */
  children?: ReactNode
  /** Its state, or what can be done with it. */
  end?: ReactNode
}

/** A thing of a list: what it is, its facts, and what can be done with it. */
export function ListRow(row: RowProps) {
  return (
    <li className={styles.row}>
      <Content {...row} />
    </li>
  )
}

/** A row that stands where there is nothing to list. */
export function LoneRow(row: RowProps) {
  return (
    <div className={styles.row}>
      <Content {...row} />
    </div>
  )
}

function Content({ icon, critical = false, name, facts = [], children, end }: RowProps) {
  const told = facts.filter(Boolean)
  return (
    <>
      <span className={classes(styles.icon, critical && styles.critical)}>
        <Icon of={icon} size={22} />
      </span>
      <div className={styles.text}>
        {name && <h3 className={styles.name}>{name}</h3>}
        {told.length > 0 && <p className={styles.facts}>{told.join(' · ')}</p>}
        {children}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </>
  )
}

/** A line of a row: `wrong` is told in red, `good` in the brand's colour. */
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

type NoteKind = 'wrong' | 'good' | 'plain'

/** The state at a row's end; `busy` turns. */
export function RowState({ busy = false, wrong = false, children }: RowStateProps) {
  return (
    <p className={classes(styles.note, wrong && styles.wrong)}>
      {busy && <Spinner size={18} />}
      {children}
    </p>
  )
}

interface RowStateProps {
  busy?: boolean
  wrong?: boolean
  children: ReactNode
}

/** The places of rows that are on their way. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className={styles.list}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className={styles.row}>
          <Skeleton width={48} height={48} className={styles.icon} />
          <Skeleton width="40%" height={20} />
        </div>
      ))}
    </div>
  )
}
