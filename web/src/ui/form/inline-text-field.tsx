import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldError } from './field-error.tsx'
import { useFormField } from './form-state.ts'
import styles from './inline-text-field.module.css'

/** A text field that edits a heading in place, inside a Form: without a visible label, with buttons beside it. */
export function InlineTextField({ name, label, placeholder, defaultValue, buttons }: InlineTextFieldProps) {
  return (
    <AriaTextField
      {...useFormField(name)}
      aria-label={label}
      defaultValue={defaultValue}
      autoFocus
      autoComplete="off"
      enterKeyHint="done"
      className={styles.field ?? ''}
    >
      <div className="ui-row4">
        <Input placeholder={placeholder} className={styles.input ?? ''} ref={selectAll} />
        {buttons}
      </div>
      <FieldError name={name} />
    </AriaTextField>
  )
}

export interface InlineTextFieldProps {
  name: string
  label: string
  placeholder?: string
  defaultValue: string
  buttons: ReactNode
}

/** Selects the text on mount, so that typing replaces it. */
const selectAll = (input: HTMLInputElement | null) => input?.select()
