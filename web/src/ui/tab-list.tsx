import type { KeyboardEvent, ReactNode } from 'react'
import styles from './tabs.module.css'
import { TabLabel } from './tabs.tsx'

/** Tabs that switch a panel, for example in a dialog: arrow keys, Home and End move the focus and select. */
export function TabList({ label, tabs, selected, onSelect, children, idPrefix }: TabListProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex(tab => tab.id === selected)
    const nextIndex = indexForKey(event.key, index, tabs.length)
    const nextTab = nextIndex === undefined ? undefined : tabs[nextIndex]
    if (!nextTab) return
    event.preventDefault()
    onSelect(nextTab.id)
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${idPrefix}-tab-${nextTab.id}`)}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${idPrefix}-tab-${tab.id}`}
            aria-controls={`${idPrefix}-panel`}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.id)}
          >
            <TabLabel label={tab.label} count={tab.count} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${idPrefix}-panel`} aria-labelledby={`${idPrefix}-tab-${selected}`}>
        {children}
      </div>
    </>
  )
}

export interface TabListProps {
  label: string
  tabs: { id: string; label: string; count?: string }[]
  selected: string
  onSelect: (id: string) => void
  /** Unique on the page: the ids of tabs and panel start with it. */
  idPrefix: string
  /** The selected panel. */
  children: ReactNode
}

function indexForKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
