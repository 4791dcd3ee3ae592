import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { type TextFieldProps as AriaProps, TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldError } from './field-error.tsx'
import { useFormField } from './form-state.ts'
import styles from './text-field.module.css'

/** A labelled text field inside a Form, with its error and then its hint below. */
export function TextField({
  name,
  label,
  optional,
  hint,
  placeholder,
  autoCapitalize,
  ...field
}: TextFieldProps) {
  return (
    <AriaTextField {...field} {...useFormField(name)} className={styles.field ?? ''}>
      <Label className={styles.label ?? ''}>
        {label} {optional && <span className="ui-plain ui-faint">{optional}</span>}
      </Label>
      <Input placeholder={placeholder} autoCapitalize={autoCapitalize} className={styles.input ?? ''} />
      <FieldError name={name} />
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  )
}

export interface TextFieldProps
  extends Pick<
    AriaProps,
    | 'value'
    | 'defaultValue'
    | 'onChange'
    | 'autoFocus'
    | 'isDisabled'
    | 'autoComplete'
    | 'autoCorrect'
    | 'spellCheck'
    | 'type'
    | 'inputMode'
  > {
  name: string
  label: string
  /** The word beside the label of a field that may stay empty. */
  optional?: string | undefined
  /** Hint, such as an example. */
  hint?: string | undefined
  placeholder?: string
  autoCapitalize?: 'characters'
}
