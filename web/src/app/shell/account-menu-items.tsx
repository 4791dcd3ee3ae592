import { useNavigate } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Menu, type MenuProps } from '#web/ui/menu.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { signOut } from '../sign-out.ts'

/** The open account menu: signs out on this device or on all devices. */
export function AccountMenuItems({ email, ...menu }: AccountMenuItemsProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const signOutEverywhere = () => showFailure({ subject: 'sign-out' }, signOut(true), text('app.error.text'))
  return (
    <Menu
      {...menu}
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
  )
}

export interface AccountMenuItemsProps extends Pick<MenuProps, 'triggerRef' | 'onClose'> {
  email: string
}
