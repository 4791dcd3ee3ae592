import CircleAlert from 'lucide-react/icons/circle-alert'
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '../alert-banner.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './error-summary.module.css'
import { findControl, readFields } from './field-values.ts'
import { FormNotices } from './form-notices.tsx'
import { FieldStateContext } from './form-state.ts'
import { useFieldTracking } from './use-field-tracking.ts'

/**
 * A form whose fields show their entry of the errors. New errors focus the first invalid field; two or more are listed
 * above the fields, and so is `failure` after a submit that failed. While pending its fields cannot be edited and it
 * cannot be submitted again. A submit never clears the values; what was entered is preserved by the form's draft, and
 * compared with what is saved elsewhere in the meantime.
 */
export function Form({ form, failure, onEscape, children, ...rest }: FormProps) {
  const { text } = useTexts()
  const { errors, pending, onSubmit } = form
  useUnsavedWork()
  const element = useRef<HTMLFormElement>(null)
  const tracking = useFieldTracking(element, form)
  const hasConflicts = Object.keys(tracking.conflicts).length > 0
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // It may have had the focus, and the summary has moved it.
    field?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onEscape || !(event.target instanceof HTMLInputElement)) return
    event.stopPropagation()
    if (!pending) onEscape()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A conflict is decided first; its notice has the focus.
    if (hasConflicts) return element.current?.querySelector<HTMLElement>('[data-conflict] button')?.focus()
    if (!pending) onSubmit(readFields(event.currentTarget))
  }
  return (
    <form {...rest} ref={element} noValidate onSubmit={submit} onKeyDown={handleKey}>
      <FieldStateContext value={{ pending, errors }}>
        {Object.keys(errors).length > 1 && (
          <ErrorSummary
            title={text('form.errors')}
            errors={errors}
            onChoose={name => findControl(element.current, name)?.focus()}
          />
        )}
        {failure && <FormFailure form={form}>{failure}</FormFailure>}
        <FormNotices element={element} tracking={tracking} />
        {children}
      </FieldStateContext>
    </form>
  )
}

export interface FormProps extends Pick<ComponentProps<'form'>, 'id' | 'className'> {
  /** State of `useForm`; its errors are a new object for every refused submit. */
  form: FormState
  /** Why the submit failed; left out where that is shown elsewhere. */
  failure?: ReactNode
  /** Called on Escape in a field, which then does not reach elements around the form. */
  onEscape?: () => void
  children: ReactNode
}

/** The errors of a form with several of them; each leads to its field. */
function ErrorSummary({ title, errors, onChoose }: ErrorSummaryProps) {
  const id = useId()
  return (
    <div
      role="alert"
      aria-labelledby={id}
      className={classes('ui-edge-in-contrast ui-stack ui-below16', styles.summary)}
    >
      <Icon of={CircleAlert} />
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={classes('ui-stack4', styles.list)}>
        {Object.entries(errors).map(([name, error]) => (
          <li key={name}>
            <button type="button" className={styles.link} onClick={() => onChoose(name)}>
              {error}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ErrorSummaryProps {
  title: string
  errors: Readonly<Record<string, string>>
  onChoose: (name: string) => void
}

/** Why the last submit failed: the form's own text where the reason is known, else `children`; nothing otherwise. */
export function FormFailure({ form, children }: FormFailureProps) {
  const { text } = useTexts()
  const { failed, problem } = form
  return failed && <AlertBanner kind="error">{problem ? text(`form.${problem}`) : children}</AlertBanner>
}

interface FormFailureProps {
  form: Pick<FormState, 'failed' | 'problem'>
  children: ReactNode
}
