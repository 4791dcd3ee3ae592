import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { customerQuery, getInitials } from '#web/domains/customers/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import styles from './header.module.css'

const AccountMenuItems = lazyComponent(() =>
  import('./account-menu-items.tsx').then(({ AccountMenuItems }) => AccountMenuItems),
)

/** Menu button with the customer's initials: signs out on this device or on all devices. */
export function AccountMenu() {
  const { text } = useTexts()
  const session = useSession()
  const { data: customer, isPending } = useQuery(customerQuery)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const email = session.status === 'signed-in' ? session.claims.email : ''
  const shownInitials = isPending ? '' : getInitials([customer?.firstName, customer?.lastName], email)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.account}
        aria-label={shownInitials ? text('app.account-of', { initials: shownInitials }) : text('app.account')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.avatar} aria-hidden>
          {shownInitials}
        </span>
      </button>
      {open && <AccountMenuItems triggerRef={trigger} onClose={() => setOpen(false)} email={email} />}
    </>
  )
}
