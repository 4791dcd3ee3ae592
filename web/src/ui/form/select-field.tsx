import ChevronDown from 'lucide-react/icons/chevron-down'
import { use, useId } from 'react'
import { Icon } from '../icon.tsx'
import { FieldStateContext } from './form-state.ts'
import styles from './select-field.module.css'

/** A labelled select inside a Form, with its error below: the browser's own list. */
export function SelectField({ name, label, hint, options, value, onChange, autoComplete }: SelectFieldProps) {
  const { pending, errors } = use(FieldStateContext)
  const id = useId()
  const error = errors[name]
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="ui-small ui-medium">
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          name={name}
          value={value}
          autoComplete={autoComplete}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          className={styles.select}
          onChange={event => {
            if (!pending) onChange(event.currentTarget.value)
          }}
        >
          {options.map(option => (
            <option key={option.id} value={option.id} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={20} />
      </div>
      {error !== undefined && (
        <span id={`${id}-error`} className="ui-small ui-medium ui-critical">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="ui-note">
          {hint}
        </span>
      )}
    </div>
  )
}

export interface SelectFieldProps {
  name: string
  label: string
  /** Purpose of the choice, shown below the field. */
  hint?: string
  options: readonly { id: string; label: string; lang?: string }[]
  value: string
  onChange: (id: string) => void
  autoComplete?: string
}
