import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import EllipsisIcon from 'lucide-react/icons/ellipsis'
import { useEffect, useState } from 'react'
import { customerQuery } from '#web/domains/customers/index.ts'
import { UploadTray } from '#web/domains/uploads/index.ts'
import { useStripped } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useOnline } from '#web/platform/network/use-online.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LazyDialog } from '#web/ui/lazy-components.ts'
import { toasts } from '#web/ui/toasts.ts'
import { loadLateFrame } from '../load-late-frame.ts'
import { useIdlePreload } from '../use-idle-preload.ts'
import bottomBarStyles from './bottom-bar.module.css'
import { DeferredLegalFooter } from './deferred-legal-footer.ts'
import { Header } from './header.tsx'
import { BOTTOM_BAR, PHOTO_PATHS } from './menu-entries.ts'
import { MenuLink } from './menu-link.tsx'
import { MenuList } from './menu-list.tsx'
import offlineNoteStyles from './offline-note.module.css'
import styles from './shell.module.css'
import { type LabelledMenuEntry, useMenu } from './use-menu.ts'

const BusinessBanner = lazyComponent(() => import('./business-banner.tsx'), 'BusinessBanner')

const RecoveryBanner = afterFirstScreen(loadLateFrame, 'RecoveryBanner')

/**
 * Header, menu and content of the signed-in area; the stripped view shows only the content. Overlays of the header or
 * the bottom bar (selection bar, viewer) are position: fixed, use --z-bar or --z-viewer and do not affect the layout.
 */
export function Shell() {
  const { text } = useTexts()
  const isStripped = useStripped()
  const session = useSession()
  useSignOutOfDeletedAccount()
  useIdlePreload()
  if (isStripped) {
    return (
      <main id="content" className={classes(styles.main, styles.alone)}>
        <OfflineNote />
        <RecoveryBanner />
        <Outlet />
        <UploadTray />
      </main>
    )
  }
  return (
    <>
      <Header>
        <a className={classes('ui-screen-only', styles.skip)} href="#content">
          {text('app.skip-to-content')}
        </a>
      </Header>
      <div className={styles.frame}>
        <div className={styles.side}>
          <MenuList />
        </div>
        <div className={classes('ui-narrow', styles.content)}>
          <main id="content" tabIndex={-1} className={styles.main}>
            <OfflineNote />
            <RecoveryBanner />
            {session.status === 'signed-in' && isBusiness(session.claims) && <BusinessBanner />}
            <Outlet />
          </main>
          <DeferredLegalFooter />
        </div>
      </div>
      <UploadTray />
      <BottomBar />
    </>
  )
}

/** Signs a deleted account out. */
function useSignOutOfDeletedAccount() {
  const navigate = useNavigate()
  const { data } = useQuery(customerQuery)
  useEffect(() => {
    if (data === null) void navigate({ to: PATHS.logout, replace: true })
  }, [data, navigate])
}

/** A note shown while the device is offline, above the page; scrolled photos move below it. */
function OfflineNote() {
  const { text } = useTexts()
  const isOnline = useOnline()
  useEffect(() => (isOnline ? undefined : keepPage(text('app.offline.layer'))), [isOnline, text])
  return (
    // The live region has to exist before its text.
    <div aria-live="polite" className={classes('ui-screen-only', offlineNoteStyles.place)}>
      {!isOnline && (
        <div className={offlineNoteStyles.note}>
          <AlertBanner kind="warning">{text('app.offline')}</AlertBanner>
        </div>
      )}
    </div>
  )
}

/** Lets a link to another page say `reason` instead: the page's selection and typed text would be lost. Returns what ends it. */
function keepPage(reason: string): () => void {
  const refuse = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    // Those within the app are handled already; others open a tab, or stay on the page.
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    if (link.target || !/^(http|\/)/.test(link.getAttribute('href') ?? '')) return
    event.preventDefault()
    toasts.add({ subject: 'offline', text: reason, kind: 'error' })
  }
  document.addEventListener('click', refuse)
  return () => document.removeEventListener('click', refuse)
}

/** Navigation bar below 1024 px: the main entries, and a sheet with the whole menu. */
function BottomBar() {
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
    <nav className={bottomBarStyles.bar} aria-label={text('menu.label')}>
      {main.map(entry => (
        <MenuLink
          key={entry.id}
          entry={entry.id === 'photos' ? { ...entry, relatedPaths: PHOTO_PATHS } : entry}
          className={bottomBarStyles.entry}
        />
      ))}
      <button
        type="button"
        className={bottomBarStyles.entry}
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
