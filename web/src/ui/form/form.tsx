import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '../alert-banner.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { type FieldState, FieldStateContext } from './form-state.ts'

/**
 * A form whose fields show their entry of the errors. New errors focus the first invalid field; two or more are listed
 * above the fields, and so is `failure` after a submit that failed. While pending its fields cannot be edited and it
 * cannot be submitted again. A submit never clears the values. Load it lazily, because it imports React Aria.
 */
export function Form({ form, failure, onEscape, children, ...rest }: FormProps) {
  const { text } = useTexts()
  const { errors, pending, failed, onSubmit } = form
  useUnsavedWork()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // It may have had the focus, and the summary has moved it.
    field?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  const state: FieldState = {
    pending,
    errors,
    onKeyDown: event => {
      if (event.key !== 'Escape' || !onEscape) event.continuePropagation()
      else if (!pending) onEscape()
    },
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) onSubmit(readValues(event.currentTarget))
  }
  return (
    <AriaForm {...rest} ref={element} validationBehavior="aria" onSubmit={submit}>
      <FieldStateContext value={state}>
        {Object.keys(errors).length > 1 && (
          <ErrorSummary
            title={text('form.errors')}
            errors={errors}
            onChoose={name => findField(element.current, name)?.focus()}
          />
        )}
        {failed && failure && <AlertBanner kind="error">{failure}</AlertBanner>}
        {children}
      </FieldStateContext>
    </AriaForm>
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

function readValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

function findField(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const namedItem = form?.elements.namedItem(name)
  const field = namedItem instanceof RadioNodeList ? namedItem[0] : namedItem
  if (!(field instanceof HTMLElement)) return null
  // The value of a field of several inputs is hidden.
  return field.getAttribute('type') === 'hidden'
    ? (field.closest('fieldset')?.querySelector<HTMLElement>('input:not([type=hidden])') ?? null)
    : field
}
