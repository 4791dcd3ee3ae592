import { Link } from '@tanstack/react-router'
import type { Search } from '#web/platform/navigation/search.ts'
import styles from './tabs.module.css'

/** Tabs as a navigation of links: to pages, or to views of one page that its query names. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ id, label, count, current, ...target }) => (
        <span key={id} className={styles.item}>
          <Link
            {...target}
            // The path alone would make all views the current one.
            activeOptions={{ exact: true }}
            className={styles.tab}
            aria-current={current ? 'page' : undefined}
          >
            <TabLabel label={label} count={count} />
          </Link>
        </span>
      ))}
    </nav>
  )
}

/** Label and count of a tab; shared with TabList. */
export function TabLabel({ label, count }: { label: string; count: string | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="ui-plain ui-faint"> {count}</span>}
    </>
  )
}

export interface TabsProps {
  label: string
  tabs: Tab[]
}

export interface Tab {
  id: string
  label: string
  /** Formatted: '2,418', or '-' while unknown. */
  count?: string
  to: string
  search?: Search
  current: boolean
}
