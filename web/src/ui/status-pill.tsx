import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import styles from './status-pill.module.css'

/** A one-line status: a button if `onPress` is given, else text. */
export function StatusPill({ tone, icon, onPress, children }: StatusPillProps) {
  const content = (
    <>
      <Icon of={icon} size={18} />
      <span>{children}</span>
    </>
  )
  return onPress ? (
    <button type="button" className={classes(styles.pill, styles.button, styles[tone])} onClick={onPress}>
      {content}
    </button>
  ) : (
    <span className={classes(styles.pill, styles[tone])}>{content}</span>
  )
}

export interface StatusPillProps {
  tone: 'safe' | 'warning' | 'critical'
  icon: IconProps['of']
  onPress?: () => void
  children: string
}
