import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { customerQuery } from '#web/domains/customers/index.ts'
import { UploadTray } from '#web/domains/uploads/index.ts'
import { useStripped } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { classes } from '#web/ui/classes.ts'
import { loadLateFrame } from '../load-late-frame.ts'
import { useIdlePreload } from '../use-idle-preload.ts'
import { BottomBar } from './bottom-bar.tsx'
import { DeferredLegalFooter } from './deferred-legal-footer.ts'
import { Header } from './header.tsx'
import { MenuList } from './menu-list.tsx'
import { OfflineNote } from './offline-note.tsx'
import styles from './shell.module.css'

const BusinessBanner = lazyComponent(() =>
  import('./business-banner.tsx').then(({ BusinessBanner }) => BusinessBanner),
)

const RecoveryBanner = afterFirstScreen(() => loadLateFrame().then(({ RecoveryBanner }) => RecoveryBanner))

/**
 * Header, menu and content of the signed-in area; the stripped view shows only the content (OP-06). Overlays of the header or
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
        <a className={styles.skip} href="#content">
          {text('app.skip-to-content')}
        </a>
      </Header>
      <div className={styles.frame}>
        <div className={styles.side}>
          <MenuList />
        </div>
        <div className={styles.content}>
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

/** Signs a deleted account out (AA-008). */
function useSignOutOfDeletedAccount() {
  const navigate = useNavigate()
  const { data } = useQuery(customerQuery)
  useEffect(() => {
    if (data === null) void navigate({ to: PATHS.logout, replace: true })
  }, [data, navigate])
}
