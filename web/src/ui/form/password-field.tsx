import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { FieldError } from './field-error.tsx'
import { useFormField } from './form-state.ts'
import styles from './password-field.module.css'
import fieldStyles from './text-field.module.css'

/** A password inside a Form, hidden unless it is to be shown; `autoComplete` tells password managers which one it is. */
export function PasswordField({ name, label, showLabel, hint, autoComplete, autoFocus }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      {...useFormField(name)}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCorrect="off"
      spellCheck="false"
      autoFocus={autoFocus}
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <span className={styles.control}>
        <Input autoCapitalize="off" className={classes(fieldStyles.input, styles.input)} />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={showLabel}
          aria-pressed={isShown}
          className={styles.toggle}
          onClick={() => setShown(!isShown)}
        />
      </span>
      <FieldError name={name} />
      {hint && (
        <Text slot="description" className={fieldStyles.hint ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  )
}

interface PasswordFieldProps {
  name: string
  label: string
  /** The name of the button that shows the password. */
  showLabel: string
  /** What a new one must have. */
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}
