import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './text-field.module.css'

/** A labelled line of text. It checks nothing itself: `error` is what the caller found, when the caller looked. */
export function TextField({ label, description, error, end, className, id, ...input }: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const hints = [error && `${inputId}-error`, description && `${inputId}-description`].filter(Boolean)
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={inputId} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={hints.join(' ') || undefined}
          className={styles.input}
        />
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {description && (
        <p id={`${inputId}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  description?: string
  error?: string
  /** A control inside the field at its end, such as 'show password'. */
  end?: ReactNode
}
