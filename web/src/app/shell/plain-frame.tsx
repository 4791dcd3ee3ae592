import { Outlet } from '@tanstack/react-router'
import { DeferredLegalFooter } from './deferred-legal-footer.ts'
import { Header } from './header.tsx'
import styles from './plain-frame.module.css'

/** Logo, help and footer without menu: public screens and confirmations. */
export function PlainFrame() {
  return (
    <>
      <Header withAccount={false} />
      <div className={styles.page}>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <DeferredLegalFooter centred />
      </div>
    </>
  )
}
