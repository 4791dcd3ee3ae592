import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { LabelledField, useField } from './field.tsx'
import styles from './password-field.module.css'
import fieldStyles from './text-field.module.css'

/** A password inside a Form, hidden unless it is to be shown; `autoComplete` tells password managers which one it is. */
export function PasswordField({ name, label, hint, ...input }: PasswordFieldProps) {
  const { text } = useTexts()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const { pending, field, notes } = useField(name, hint)
  return (
    <LabelledField {...{ id, label, notes }}>
      <span className={styles.control}>
        <input
          {...input}
          {...field}
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          readOnly={pending}
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck="false"
          className={classes(fieldStyles.input, styles.input)}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={text('confirm-identity.show-password')}
          aria-pressed={isShown}
          className={styles.toggle}
          onClick={() => setShown(!isShown)}
        />
      </span>
    </LabelledField>
  )
}

interface PasswordFieldProps {
  name: string
  label: string
  /** What a new one must have. */
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}
