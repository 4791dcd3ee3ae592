import { useContext } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError'
import styles from './field-error.module.css'
import { FieldStateContext } from './form-state.ts'

/** The error of the field around it. Announced assertively, unless a summary of several errors is. */
export function FieldError({ name }: { name: string }) {
  const { errors } = useContext(FieldStateContext)
  const hasSeveralErrors = Object.keys(errors).length > 1
  return (
    <AriaFieldError className={styles.error ?? ''}>
      <span role={hasSeveralErrors ? undefined : 'alert'}>{errors[name]}</span>
    </AriaFieldError>
  )
}
