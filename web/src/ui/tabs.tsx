import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/**
 * Tabs as a navigation of links. `renderLink` renders a link with the given props, for example the router's; default:
 * plain anchors.
 */
export function Tabs({ label, tabs, renderLink = plainLink }: TabsProps) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ id, label, count, href, current }) => (
        <span key={id} className={styles.item}>
          {renderLink({
            href,
            className: styles.tab,
            'aria-current': current ? 'page' : undefined,
            children: <TabLabel label={label} count={count} />,
          })}
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
  renderLink?: (link: TabLink) => ReactNode
}

export interface Tab {
  id: string
  label: string
  /** Formatted: '2,418', or '-' while unknown. */
  count?: string
  href: string
  current: boolean
}

export interface TabLink {
  href: string
  className: string | undefined
  'aria-current': 'page' | undefined
  children: ReactNode
}

function plainLink(link: TabLink) {
  return <a {...link}>{link.children}</a>
}
