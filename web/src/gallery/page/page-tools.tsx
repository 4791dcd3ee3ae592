import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
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
      {nameHidden === 'never' ? name : <span className={styles[HIDDEN[nameHidden]]}>{name}</span>}
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

/** A tool that links to another page. */
export function PageToolLink({ icon, name, to }: { icon: LucideIcon; name: string; to: string }) {
  return (
    <Link to={to} className={classes(buttonClass('plain'), styles.tool)} aria-label={name}>
      <Icon of={icon} />
      <span className={styles.hiddenOnMobile}>{name}</span>
    </Link>
  )
}

const HIDDEN = { mobile: 'hiddenOnMobile', small: 'hiddenOnSmall' } as const
