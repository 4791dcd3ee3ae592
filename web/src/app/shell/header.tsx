import { Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import type { ReactNode } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { useHelpEntries } from './use-help-entries.ts'

/** `children`, the vendor's logo, help, and, unless `withAccount` is false, the customer's own menu. */
export function Header({ withAccount = true, children }: HeaderProps) {
  const { text } = useTexts()
  const { theme } = useConfig().brand
  const help = useHelpEntries(withAccount)
  return (
    <header className={styles.header}>
      {children}
      <Link to={PATHS.overview} className={styles.home} aria-label={text('app.home')}>
        <Logo logo={theme.logo} favicon={theme.favicon} name={theme.name} />
      </Link>
      <div className={styles.end}>
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
