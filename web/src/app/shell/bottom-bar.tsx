import { useRouterState } from '@tanstack/react-router'
import EllipsisIcon from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyDialog } from '#web/ui/lazy-components.ts'
import styles from './bottom-bar.module.css'
import { BOTTOM_BAR, WITH_PHOTOS } from './menu-entries.ts'
import { MenuList } from './menu-list.tsx'
import { PlaceLink } from './place-link.tsx'
import { type Place, useMenu } from './use-menu.ts'

/** Navigation bar below 1024 px: the main entries, and a sheet with the whole menu. */
export function BottomBar() {
  const { text } = useTexts()
  const { places } = useMenu()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const main = BOTTOM_BAR.map(id => places.find(place => place.id === id)).filter(
    (place): place is Place => !!place,
  )
  const isInSheetOnly = useRouterState({
    select: ({ location }) =>
      places.some(place => isBehindMore(place) && isPlaceOf(location.pathname, place)),
  })
  return (
    <nav className={styles.bar} aria-label={text('menu.label')}>
      {main.map(place => (
        <PlaceLink
          key={place.id}
          place={place.id === 'photos' ? { ...place, also: WITH_PHOTOS } : place}
          className={styles.entry}
        />
      ))}
      <button
        type="button"
        className={styles.entry}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={isInSheetOnly || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon of={EllipsisIcon} />
        <span>{text('app.more')}</span>
      </button>
      {open && (
        <LazyDialog title={text('menu.label')} closeLabel={text('action.close')} onClose={close} size="small">
          <MenuList look="rows" onChosen={close} />
        </LazyDialog>
      )}
    </nav>
  )
}

const isBehindMore = ({ id, nested }: Place) => !nested && !BOTTOM_BAR.includes(id)

const isPlaceOf = (pathname: string, { path, also = [] }: Place) =>
  [path, ...also].some(start => pathname.startsWith(start))
