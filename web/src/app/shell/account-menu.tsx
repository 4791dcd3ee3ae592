import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useRef, useState } from 'react'
import { customerQuery, initials } from '#web/domains/customers/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { toasts } from '#web/ui/toasts.ts'
import { signOut } from '../sign-out.ts'
import styles from './header.module.css'

const Menu = lazyComponent(() => import('#web/ui/menu.tsx').then(({ Menu }) => Menu))

/** Menu button with the customer's initials: signs out on this device or on all devices. */
export function AccountMenu() {
  const { text } = useTexts()
  const navigate = useNavigate()
  const session = useSession()
  const { data: customer, isPending } = useQuery(customerQuery)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const email = session.status === 'signed-in' ? session.claims.email : ''
  const signOutEverywhere = () =>
    signOut(true).catch(error => {
      reportFailure(error)
      toasts.add({ subject: 'sign-out', kind: 'error', text: text('app.error.text') })
    })
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.account}
        aria-label={text('app.account')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.avatar} aria-hidden>
          {!isPending && initials([customer?.firstName, customer?.lastName], email)}
        </span>
      </button>
      {open && (
        <Menu
          triggerRef={trigger}
          onClose={() => setOpen(false)}
          label={text('app.signed-in-as', { email })}
          items={[
            {
              id: 'sign-out',
              label: text('menu.sign-out'),
              description: text('app.signed-in-as', { email }),
              icon: LogOut,
              onAction: () => void navigate({ to: PATHS.logout }),
            },
            {
              id: 'sign-out-everywhere',
              label: text('menu.sign-out-everywhere'),
              icon: MonitorSmartphone,
              onAction: () => void signOutEverywhere(),
            },
          ]}
        />
      )}
    </>
  )
}
