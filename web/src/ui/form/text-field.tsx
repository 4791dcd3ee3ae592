import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { LabelledField, useField } from './field.tsx'
import styles from './text-field.module.css'

/** A labelled text field inside a Form, with its error and then its hint below. */
export function TextField({
  name,
  label,
  optional,
  hint,
  onChange,
  isDisabled,
  autoFocus,
  ...input
}: TextFieldProps) {
  const id = useId()
  const element = useRef<HTMLInputElement>(null)
  // As an effect: the dialog around it follows the focus only once it is rendered.
  useEffect(() => {
    if (autoFocus) element.current?.focus()
  }, [autoFocus])
  const { pending, field, notes } = useField(name, hint)
  return (
    <LabelledField {...{ id, label, optional, notes }}>
      <input
        type="text"
        {...input}
        {...field}
        ref={element}
        id={id}
        name={name}
        readOnly={pending}
        disabled={isDisabled}
        className={styles.input}
        onChange={({ currentTarget: { value } }) => onChange?.(value)}
      />
    </LabelledField>
  )
}

export interface TextFieldProps
  extends Pick<
    ComponentProps<'input'>,
    | 'value'
    | 'defaultValue'
    | 'placeholder'
    | 'autoFocus'
    | 'autoComplete'
    | 'autoCorrect'
    | 'autoCapitalize'
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
  isDisabled?: boolean
  onChange?: (value: string) => void
}
