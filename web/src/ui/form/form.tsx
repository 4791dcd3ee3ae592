import CircleAlert from 'lucide-react/icons/circle-alert'
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '../alert-banner.tsx'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './error-summary.module.css'
import { findControl, getFieldLabel, getValueLabel, readFields } from './field-values.ts'
import { FieldStateContext } from './form-state.ts'
import { type FieldTracking, useFieldTracking } from './use-field-tracking.ts'

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

/** What the form has to say about values that are not those the customer entered or found in it. */
function FormNotices({ element, tracking }: FormNoticesProps) {
  const { conflicts, updatedFields, restoredAt } = tracking
  const hasConflicts = Object.keys(conflicts).length > 0
  if (restoredAt === undefined && !hasConflicts && updatedFields.length === 0) return null
  return (
    <div className="ui-stack12 ui-below8">
      {restoredAt !== undefined && <RestoredNotice at={restoredAt} tracking={tracking} />}
      {hasConflicts && <ConflictNotice element={element} tracking={tracking} />}
      {updatedFields.length > 0 && <UpdatedNotice element={element} names={updatedFields} />}
    </div>
  )
}

interface FormNoticesProps {
  element: RefObject<HTMLFormElement | null>
  tracking: FieldTracking
}

/** Says that a draft was entered again; it can be discarded. */
function RestoredNotice({ at, tracking }: { at: number; tracking: FieldTracking }) {
  const { texts, text } = useTexts()
  const time = instantLabel(texts, new Date(at).toISOString(), 'short-day-time')
  return (
    <AlertBanner kind="info" title={text('form.draft.title')}>
      <p>{text('form.draft.text', { time })}</p>
      <div className="ui-cluster8 ui-above8">
        <Button variant="line" size="small" onClick={tracking.continueDraft}>
          {text('action.continue')}
        </Button>
        <Button variant="text" size="small" onClick={tracking.discardDraft}>
          {text('form.draft.discard')}
        </Button>
      </div>
    </AlertBanner>
  )
}

/** Shows both values of each field that was changed here and elsewhere, for the customer to decide. */
function ConflictNotice({ element, tracking }: FormNoticesProps) {
  const { text } = useTexts()
  const form = element.current
  if (!form) return null
  const entered = new FormData(form)
  const formatValue = (name: string, value: string) =>
    (value && getValueLabel(form, name, value)) || text('form.conflict.empty')
  return (
    <div data-conflict>
      <AlertBanner kind="error" title={text('form.conflict.title')}>
        <dl className="ui-stack8 ui-breaks">
          {Object.entries(tracking.conflicts).map(([name, stored]) => (
            <div key={name}>
              <dt className="ui-medium">{getFieldLabel(form, name)}</dt>
              <dd>
                {text('form.conflict.entered', { value: formatValue(name, String(entered.get(name) ?? '')) })}
              </dd>
              <dd>{text('form.conflict.stored', { value: formatValue(name, stored) })}</dd>
            </div>
          ))}
        </dl>
        <div className="ui-cluster8 ui-above8">
          <Button variant="line" size="small" onClick={tracking.keepEntered}>
            {text('form.conflict.keep')}
          </Button>
          <Button variant="line" size="small" onClick={tracking.takeStored}>
            {text('form.conflict.take')}
          </Button>
        </div>
      </AlertBanner>
    </div>
  )
}

/** Names the fields that show what was saved elsewhere while the form was open. */
function UpdatedNotice({ element, names }: Pick<FormNoticesProps, 'element'> & { names: readonly string[] }) {
  const texts = useTexts()
  const form = element.current
  if (!form) return null
  const fields = listLabel(
    texts,
    names.map(name => getFieldLabel(form, name)),
  )
  return <AlertBanner kind="info">{texts.text('form.updated', { fields })}</AlertBanner>
}
