import { Outlet } from '@tanstack/react-router'
import { Header } from './header.tsx'
import { LazyLegalFooter } from './lazy-legal-footer.ts'
import styles from './plain-frame.module.css'

/** Logo, help and footer without menu: public screens and confirmations (AA-014). */
export function PlainFrame() {
  return (
    <>
      <Header withAccount={false} />
      <div className={styles.page}>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <LazyLegalFooter centred />
      </div>
    </>
  )
}

/** Only the footer: pages with header and main element of their own. */
export function FooterFrame() {
  return (
    <>
      <Outlet />
      <LazyLegalFooter centred />
    </>
  )
}
