import type { ReactNode } from 'react'
import { FieldNotes, useField } from './field.tsx'
import styles from './inline-text-field.module.css'

/** A text field that edits a heading in place, inside a Form: without a visible label, with buttons beside it. */
export function InlineTextField({ name, label, placeholder, defaultValue, buttons }: InlineTextFieldProps) {
  const { pending, field, notes } = useField(name)
  return (
    <div className={styles.field}>
      <div className="ui-row4">
        <input
          {...field}
          ref={selectAll}
          type="text"
          name={name}
          aria-label={label}
          placeholder={placeholder}
          defaultValue={defaultValue}
          readOnly={pending}
          autoComplete="off"
          enterKeyHint="done"
          className={styles.input}
        />
        {buttons}
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}

export interface InlineTextFieldProps {
  name: string
  label: string
  placeholder?: string
  defaultValue: string
  buttons: ReactNode
}

/** Focuses the field on mount and selects its text, so that typing replaces it. */
const selectAll = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}
