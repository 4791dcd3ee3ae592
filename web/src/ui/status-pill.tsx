import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import styles from './status-pill.module.css'

/** A status in one line: a button if something happens on press, else plain text. */
export function StatusPill({ tone = 'safe', icon, onPress, children }: StatusPillProps) {
  const content = (
    <>
      {icon && <Icon of={icon} size={18} />}
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
  tone?: 'safe' | 'warning' | 'critical'
  icon?: IconProps['of']
  onPress?: () => void
  children: string
}
