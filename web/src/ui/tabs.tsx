import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/**
 * Tabs that are places: a navigation of links. `renderLink` draws a link with the given props, so that a router's own
 * link can be used; left out, plain anchors.
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

/** What a tab shows; shared with TabList. */
export function TabLabel({ label, count }: { label: string; count: string | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className={styles.count}> {count}</span>}
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
  /** Already written out: '2,418', or '-' while unknown. */
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
