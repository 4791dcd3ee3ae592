import styles from './switch.module.css'

/** A setting that takes effect at once. */
export function Switch({ labelId, checked, pending = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={labelId}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={styles.switch}
      onClick={() => {
        if (!pending) onChange(!checked)
      }}
    >
      <span className={styles.thumb} />
    </button>
  )
}

export interface SwitchProps {
  /** Id of the element that names it. */
  labelId: string
  checked: boolean
  /** A change is being saved: presses are ignored. */
  pending?: boolean
  onChange: (checked: boolean) => void
}
