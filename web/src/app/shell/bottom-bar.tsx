import { useRouterState } from '@tanstack/react-router'
import EllipsisIcon from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyDialog } from '#web/ui/lazy-components.ts'
import styles from './bottom-bar.module.css'
import { BOTTOM_BAR, PHOTO_PATHS } from './menu-entries.ts'
import { MenuLink } from './menu-link.tsx'
import { MenuList } from './menu-list.tsx'
import { type LabelledMenuEntry, useMenu } from './use-menu.ts'

/** Navigation bar below 1024 px: the main entries, and a sheet with the whole menu. */
export function BottomBar() {
  const { text } = useTexts()
  const { entries } = useMenu()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const main = BOTTOM_BAR.map(id => entries.find(entry => entry.id === id)).filter(
    (entry): entry is LabelledMenuEntry => !!entry,
  )
  const isInSheetOnly = useRouterState({
    select: ({ location }) =>
      entries.some(entry => isBehindMore(entry) && isScreenOf(location.pathname, entry)),
  })
  return (
    <nav className={styles.bar} aria-label={text('menu.label')}>
      {main.map(entry => (
        <MenuLink
          key={entry.id}
          entry={entry.id === 'photos' ? { ...entry, relatedPaths: PHOTO_PATHS } : entry}
          className={styles.entry}
        />
      ))}
      <button
        type="button"
        className={styles.entry}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isInSheetOnly || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon of={EllipsisIcon} />
        <span>{text('app.more')}</span>
      </button>
      {isOpen && (
        <LazyDialog title={text('menu.label')} onClose={close} size="small">
          <MenuList look="rows" onSelect={close} />
        </LazyDialog>
      )}
    </nav>
  )
}

const isBehindMore = ({ id, nested }: LabelledMenuEntry) => !nested && !BOTTOM_BAR.includes(id)

const isScreenOf = (pathname: string, { path, relatedPaths = [] }: LabelledMenuEntry) =>
  [path, ...relatedPaths].some(start => pathname.startsWith(start))
