import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { type TextFieldProps as AriaProps, TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldError } from './field-error.tsx'
import { useFormField } from './form-state.ts'
import styles from './text-field.module.css'

/** A labelled text field inside a Form, with its error below. */
export function TextField({ name, label, placeholder, autoCapitalize, ...field }: TextFieldProps) {
  return (
    <AriaTextField {...field} {...useFormField(name)} className={styles.field ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <Input placeholder={placeholder} autoCapitalize={autoCapitalize} className={styles.input ?? ''} />
      <FieldError name={name} />
    </AriaTextField>
  )
}

export interface TextFieldProps
  extends Pick<AriaProps, 'defaultValue' | 'autoFocus' | 'autoComplete' | 'autoCorrect' | 'spellCheck'> {
  name: string
  label: string
  placeholder?: string
  autoCapitalize?: 'characters'
}
