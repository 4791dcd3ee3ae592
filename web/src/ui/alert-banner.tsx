import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './alert-banner.module.css'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

/** An inline message. Errors are announced assertively, the other kinds politely. */
export function AlertBanner({
  kind,
  icon = ICONS[kind],
  title,
  children,
  action,
  onRetry,
  onDismiss,
}: AlertBannerProps) {
  const control = onRetry ? <RetryButton onPress={onRetry} /> : action
  return (
    <div className={classes(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon of={icon} />
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {onDismiss ? (
        <div className={styles.controls}>
          {control}
          <CloseButton onPress={onDismiss} />
        </div>
      ) : (
        control
      )}
    </div>
  )
}

export interface AlertBannerProps {
  kind: 'error' | 'warning' | 'info' | 'success'
  /** Replaces the icon of the kind. */
  icon?: IconProps['of']
  title?: string
  children: ReactNode
  /** A button with the follow-up action. */
  action?: ReactNode
  /** Shows a retry button. */
  onRetry?: () => void
  /** Shows a close button. */
  onDismiss?: () => void
}

function RetryButton({ onPress }: { onPress: () => void }) {
  const { text } = useTexts()
  return (
    <Button variant="line" size="small" onClick={onPress}>
      {text('action.try-again')}
    </Button>
  )
}

function CloseButton({ onPress }: { onPress: () => void }) {
  const { text } = useTexts()
  return <IconButton icon={X} label={text('action.close')} onClick={onPress} />
}

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck }
