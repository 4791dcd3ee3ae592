import { useId } from 'react'
import styles from './segmented-control.module.css'

/** A choice of one of two to four short options that stand beside each other; arrow keys move between them. */
export function SegmentedControl<T extends string>({
  label,
  isLabelShown = false,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>) {
  const name = useId()
  return (
    <fieldset aria-label={isLabelShown ? undefined : label}>
      {isLabelShown && <legend className={styles.label}>{label}</legend>}
      <div className={styles.options}>
        {options.map(option => (
          <label key={option.id} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export interface SegmentedControlProps<T extends string> {
  label: string
  /** Above the options; otherwise only their group is named by it. */
  isLabelShown?: boolean
  options: readonly { id: T; label: string }[]
  value: T
  onChange: (value: T) => void
}
