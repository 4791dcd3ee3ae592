import { Outlet } from '@tanstack/react-router'
import { Header } from './header.tsx'

/** Logo and help without menu: public screens and confirmations (AA-014). */
export function PlainFrame() {
  return (
    <>
      <Header withAccount={false} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
