import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import styles from './page-tools.module.css'

/** Toolbar above the photos: the sort control at its start, other tools at its end. */
export function PageTools({ sort, children }: { sort: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.tools}>
      {sort}
      {children && <span className={styles.gap} />}
      {children}
    </div>
  )
}

/** One tool of the toolbar. Screens too narrow for all labels show only its icon. */
export function PageTool({
  icon,
  name,
  nameHidden = 'never',
  pending,
  disabledReason,
  onPress,
}: PageToolProps) {
  return (
    <Button
      variant="plain"
      icon={icon}
      className={styles.tool}
      aria-label={nameHidden === 'never' ? undefined : name}
      pending={pending}
      disabledReason={disabledReason}
      onClick={onPress}
    >
      {nameHidden === 'never' ? (
        name
      ) : (
        <span className={styles[CLASS_BY_HIDDEN_SIZE[nameHidden]]}>{name}</span>
      )}
    </Button>
  )
}

export interface PageToolProps {
  icon: LucideIcon
  name: string
  /** Below 1024 px, or below 575 px. */
  nameHidden?: 'never' | 'mobile' | 'small'
  pending?: boolean
  disabledReason?: string
  onPress: () => void
}

/** Further actions of the page, at the end of the toolbar; actions that delete are always here. */
export function MoreTools({ items }: { items: MenuEntry[] }) {
  const { text } = useTexts()
  return (
    <span className={styles.more}>
      <MenuTrigger icon={Ellipsis} label={text('action.more')} items={items} />
    </span>
  )
}

const CLASS_BY_HIDDEN_SIZE = { mobile: 'hiddenOnMobile', small: 'hiddenOnSmall' } as const
