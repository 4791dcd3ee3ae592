import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'
import styles from './checkbox.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A checkbox. `label` is its accessible name if it has no visible `children`. */
export function Checkbox({
  checked,
  onChange,
  label,
  name,
  disabled,
  mixed = false,
  children,
  ...rest
}: CheckboxProps) {
  return (
    <label className={classes('ui-inline-row', styles.checkbox)}>
      <input
        {...rest}
        ref={input => {
          if (input) input.indeterminate = mixed
        }}
        type="checkbox"
        className={classes('ui-cover', styles.input)}
        name={name}
        value={name && 'true'}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span className={classes('ui-fixed ui-centered', styles.box)}>
        <Icon of={mixed ? Minus : Check} size={16} strokeWidth={3} />
      </span>
      {children}
    </label>
  )
}

export interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label?: string
  /** The field of a form, which submits 'true' for it while it is checked. */
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  disabled?: boolean
  /** Indeterminate: some but not all of the items are checked. */
  mixed?: boolean
  children?: ReactNode
}
