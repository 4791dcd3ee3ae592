import { useLocation } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { LazyPlacesDialog } from '#web/domains/places/index.ts'
import { isDialogOpen, isInField } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import styles from './photo-search.module.css'
import { SearchField } from './search-field.tsx'

/**
 * The search field of pages with photos, rendered into the header, whose own code is part of every first page; on small
 * screens an icon that opens it over the page.
 */
export function PhotoSearch() {
  const { pathname } = useLocation()
  const { status } = useSession()
  const header = useHeader(pathname)
  if (!header || status !== 'signed-in' || !pathname.startsWith(PATHS.myPhotos)) return null
  return createPortal(<HeaderSearch />, header)
}

/** The header of the shell, which other pages do not have; looked up again after each navigation. */
function useHeader(pathname: string): Element | null {
  const [header, setHeader] = useState<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation can mount another header
  useEffect(() => setHeader(document.querySelector('header')), [pathname])
  return header
}

function HeaderSearch() {
  const isMobileScreen = isMobile(useScreenSize())
  const { text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [isAskingPlaces, setAskingPlaces] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useSlashKey(() => (isMobileScreen ? setOpen(true) : input.current?.focus()))
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  // Outside of the panel, which closes when the question has the focus.
  const places = isAskingPlaces && <LazyPlacesDialog onClose={() => setAskingPlaces(false)} />
  const turnOnPlaces = () => setAskingPlaces(true)
  if (!isMobileScreen)
    return (
      <>
        <SearchField className={styles.wide} input={input} onTurnOnPlaces={turnOnPlaces} />
        {places}
      </>
    )
  return (
    <>
      <span className={styles.opener}>
        <IconButton ref={opener} icon={Search} label={text('search.label')} onClick={() => setOpen(true)} />
      </span>
      {isOpen &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus
          <div
            className={classes('ui-line8', styles.screen)}
            onBlur={({ currentTarget, relatedTarget }) => {
              // A closed keyboard of a phone takes the focus from the field, and gives it to nothing else.
              if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
            }}
          >
            <IconButton icon={X} label={text('search.close')} onClick={close} />
            <SearchField
              className="ui-fill"
              input={input}
              onTurnOnPlaces={turnOnPlaces}
              screen={{ onClose: close, onLeave: () => setOpen(false) }}
            />
          </div>,
          document.body,
        )}
      {places}
    </>
  )
}

/** Calls `onSlash` for '/', unless it is typed into a field or a dialog is open. */
function useSlashKey(onSlash: () => void): void {
  useWindowEvent('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isInField(event.target) || isDialogOpen()) return
    event.preventDefault()
    onSlash()
  })
}
