import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './settings-list.module.css'

/** The rows of the settings; `dense` where lists follow below them. */
export function SettingsList({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return <div className={classes('ui-ruled', dense && styles.dense)}>{children}</div>
}

/** One subject of the settings: what it is, its value and what it means, and the control that changes it. */
export function SettingsRow({ label, link, renderAction, children }: SettingsRowProps) {
  const id = useId()
  const action = link ? <RowLink labelId={id} {...link} /> : renderAction?.(id)
  return (
    <section className={styles.row} aria-labelledby={id}>
      <h2 id={id} className={styles.label}>
        {label}
      </h2>
      <div className={styles.value}>{children}</div>
      {action && <div className={classes('ui-stack', styles.action)}>{action}</div>}
    </section>
  )
}

interface SettingsRowProps {
  label: string
  /** Where the subject is changed. */
  link?: false | { to: string; text: string }
  /** Renders another control; its accessible name ends with the label that has this id. */
  renderAction?: (labelId: string) => ReactNode
  children: ReactNode
}

/** The link of a row, named by its text and the row's label: 'Edit Personal details'. */
function RowLink({ to, labelId, text }: { to: string; labelId: string; text: string }) {
  const id = useId()
  return (
    <Link to={to} id={id} aria-labelledby={`${id} ${labelId}`} className={styles.link}>
      {text}
    </Link>
  )
}

/**
 * The button of a row, which looks like its link; `autoFocus` focuses it when it is shown again after its form was
 * closed.
 */
export function SettingsButton({ labelId, autoFocus, onClick, children }: SettingsButtonProps) {
  const id = useId()
  const focus = (button: HTMLButtonElement | null) => {
    if (autoFocus) button?.focus()
  }
  return (
    <button
      type="button"
      ref={focus}
      id={id}
      aria-labelledby={labelId && `${id} ${labelId}`}
      className={styles.link}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

interface SettingsButtonProps {
  /** Without it the button's text alone is its accessible name. */
  labelId?: string
  autoFocus?: boolean
  onClick: () => void
  children: string
}

/** The second line of a row. */
export function SettingsNote({ children }: { children: ReactNode }) {
  return <p className={classes('ui-quiet', styles.note)}>{children}</p>
}
