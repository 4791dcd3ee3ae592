import { useContext, useId } from 'react'
import errorStyles from './field-error.module.css'
import { FieldStateContext } from './form-state.ts'
import styles from './text-field.module.css'

/** Returns the props of a field that is not React Aria's, and of the notes below it, which describe it. */
export function useNativeField(name: string, hint?: string) {
  const { errors } = useContext(FieldStateContext)
  const errorId = useId()
  const hintId = useId()
  const error = errors[name]
  const hasSeveralErrors = Object.keys(errors).length > 1
  return {
    field: {
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
    },
    notes: { error, errorId, hint, hintId, several: hasSeveralErrors },
  }
}

/** Error and hint. The error is announced assertively, unless a summary of several errors is. */
export function NativeFieldNotes({
  error,
  errorId,
  hint,
  hintId,
  several: hasSeveralErrors,
}: ReturnType<typeof useNativeField>['notes']) {
  return (
    <>
      {error && (
        <span id={errorId} className={errorStyles.error}>
          <span role={hasSeveralErrors ? undefined : 'alert'}>{error}</span>
        </span>
      )}
      {hint && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </>
  )
}
