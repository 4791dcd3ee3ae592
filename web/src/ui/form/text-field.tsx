import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { type TextFieldProps as AriaProps, TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldNotes, useField } from './field.tsx'
import styles from './text-field.module.css'

/** A labelled text field inside a Form, with its error and then its hint below. */
export function TextField({
  name,
  label,
  optional,
  hint,
  placeholder,
  autoCapitalize,
  ...props
}: TextFieldProps) {
  const { pending, field, notes } = useField(name, hint)
  return (
    // React Aria's, because its focus waits for a menu that opens the dialog of the field and closes.
    <AriaTextField
      {...props}
      name={name}
      isReadOnly={pending}
      isInvalid={field['aria-invalid'] ?? false}
      validationBehavior="aria"
      aria-describedby={field['aria-describedby']}
      className={styles.field ?? ''}
    >
      <Label className="ui-small ui-medium">
        {label} {optional && <span className="ui-plain ui-faint">{optional}</span>}
      </Label>
      <Input placeholder={placeholder} autoCapitalize={autoCapitalize} className={styles.input ?? ''} />
      <FieldNotes {...notes} />
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
