import styles from './switch.module.css'

/** A setting that takes effect at once. */
export function Switch({ labelId, checked, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={labelId}
      className={styles.switch}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.thumb} />
    </button>
  )
}

export interface SwitchProps {
  /** Id of the element that names it. */
  labelId: string
  checked: boolean
  onChange: (checked: boolean) => void
}
