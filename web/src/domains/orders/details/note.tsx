import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './note.module.css'

/** A note about the order, beside the part that it concerns. */
export function Note({ icon, tone, children }: NoteProps) {
  return (
    <div className={classes('ui-edge-in-contrast', styles.note, styles[tone])}>
      <Icon of={icon} />
      <div className="ui-fill">{children}</div>
    </div>
  )
}

/** Renders the <b> of a text. */
export const bold = (content: ReactNode[]) => <strong>{content}</strong>

interface NoteProps {
  icon: LucideIcon
  tone: 'plain' | 'warning' | 'critical'
  children: ReactNode
}
