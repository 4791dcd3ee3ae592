import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import { type ReactNode, useRef, useState } from 'react'
import { customerQuery, getInitials } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { isChatHidden, openChat, openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { classes } from '#web/ui/classes.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import styles from './header.module.css'
import { useMenu } from './use-menu.ts'

/** `children`, the vendor's logo, help, and, unless `withAccount` is false, the customer's own menu. */
export function Header({ withAccount = true, children }: HeaderProps) {
  const { text } = useTexts()
  const { theme } = useConfig().brand
  const help = useHelpEntries(withAccount)
  return (
    <header className={styles.header}>
      {children}
      <Link to={PATHS.overview} className={classes('ui-row', styles.home)} aria-label={text('app.home')}>
        <Logo logo={theme.logo} favicon={theme.favicon} name={theme.name} />
      </Link>
      <div className={classes('ui-screen-only', styles.end)}>
        {help.length > 0 && <MenuTrigger label={text('app.help')} icon={CircleHelp} items={help} />}
        {withAccount && <AccountMenu />}
      </div>
    </header>
  )
}

export interface HeaderProps {
  withAccount?: boolean
  children?: ReactNode
}

/** Returns the help menu: the retailer's links, the chat of signed-in customers and the cookie settings. */
function useHelpEntries(signedIn: boolean): MenuEntry[] {
  const { text } = useTexts()
  const { thirdParties } = useConfig()
  const { help } = useMenu()
  const withChat = useRouterState({ select: ({ location }) => !isChatHidden(location.pathname) })
  const entries: MenuEntry[] = [...help]
  if (thirdParties?.chat && signedIn && withChat)
    entries.push({ id: 'chat', label: text('chat.open'), onAction: openChat })
  if (thirdParties?.consent)
    entries.push({ id: 'cookies', label: text('consent.settings'), onAction: openConsentSettings })
  return entries
}

const AccountMenuItems = lazyComponent(() => import('./account-menu-items.tsx'), 'AccountMenuItems')

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
        className={classes('ui-centered', styles.account)}
        aria-label={shownInitials ? text('app.account-of', { initials: shownInitials }) : text('app.account')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={classes('ui-centered ui-small ui-edge-in-contrast', styles.avatar)} aria-hidden>
          {shownInitials}
        </span>
      </button>
      {open && <AccountMenuItems triggerRef={trigger} onClose={() => setOpen(false)} email={email} />}
    </>
  )
}
