import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { Icon } from '../icon.tsx'
import { LabelledField, useField } from './field.tsx'
import styles from './select-field.module.css'

/** A labelled select inside a Form, with its error below: the browser's own list. */
export function SelectField({ name, label, hint, options, value, onChange, autoComplete }: SelectFieldProps) {
  const id = useId()
  const { pending, field, notes } = useField(name, hint)
  return (
    <LabelledField {...{ id, label, notes }}>
      <div className={styles.box}>
        <select
          {...field}
          id={id}
          name={name}
          value={value}
          autoComplete={autoComplete}
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
    </LabelledField>
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
