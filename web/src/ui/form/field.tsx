import { type ReactNode, useContext, useId } from 'react'
import { FieldStateContext } from './form-state.ts'
import styles from './text-field.module.css'

/** Returns whether the form around a field is pending, the props of its control, and those of the notes that describe it. */
export function useField(name: string, hint?: string) {
  const { pending, errors } = useContext(FieldStateContext)
  const errorId = useId()
  const hintId = useId()
  const error = errors[name]
  const hasSeveralErrors = Object.keys(errors).length > 1
  return {
    pending,
    field: {
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
    },
    notes: { error, errorId, hint, hintId, several: hasSeveralErrors },
  }
}

/** Error and hint. The error is announced assertively, unless a summary of several errors is. */
export function FieldNotes({ error, errorId, hint, hintId, several: hasSeveralErrors }: FieldNotesProps) {
  return (
    <>
      {error && (
        <span id={errorId} className="ui-small ui-medium ui-critical">
          <span role={hasSeveralErrors ? undefined : 'alert'}>{error}</span>
        </span>
      )}
      {hint && (
        <span id={hintId} className="ui-note">
          {hint}
        </span>
      )}
    </>
  )
}

type FieldNotesProps = ReturnType<typeof useField>['notes']

/** A control with its label above, its error and its hint below. */
export function LabelledField({ id, label, optional, notes, children }: LabelledFieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="ui-small ui-medium">
        {label} {optional && <span className="ui-plain ui-faint">{optional}</span>}
      </label>
      {children}
      <FieldNotes {...notes} />
    </div>
  )
}

interface LabelledFieldProps {
  /** Of the control. */
  id: string
  label: string
  /** The word beside the label of a field that may stay empty. */
  optional?: string | undefined
  notes: FieldNotesProps
  children: ReactNode
}
