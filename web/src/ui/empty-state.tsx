import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './empty-state.module.css'
import { Icon, type IconProps } from './icon.tsx'

/** Empty content: a title, a hint and one action. */
export function EmptyState({ icon, title, text, action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={classes('ui-centered ui-accent', styles.icon)}>
          <Icon of={icon} size={32} strokeWidth={1.5} />
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className="ui-above24">{action}</div>}
    </div>
  )
}

export interface EmptyStateProps {
  icon?: IconProps['of']
  title: string
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
}
