import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { ErrorSummary } from './error-summary.tsx'
import { type FormState, FormStateContext } from './form-state.ts'

/**
 * A form whose fields show their entry of `errors`. New errors focus the first invalid field; two or more are listed
 * above the fields. While `pending` its fields cannot be edited and it cannot be submitted again. A submit never clears
 * the values. Load it lazily, because it imports React Aria.
 */
export function Form({
  errors,
  summaryTitle,
  pending = false,
  onSubmit,
  onEscape,
  children,
  ...rest
}: FormProps) {
  useUnsavedWork()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // It may have had the focus, and the summary has moved it.
    field?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  const state: FormState = {
    pending,
    errors,
    onKeyDown: event => {
      if (event.key !== 'Escape' || !onEscape) event.continuePropagation()
      else if (!pending) onEscape()
    },
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) onSubmit(valuesOf(event.currentTarget))
  }
  return (
    <AriaForm {...rest} ref={form} validationBehavior="aria" onSubmit={submit}>
      <FormStateContext value={state}>
        {Object.keys(errors).length > 1 && (
          <ErrorSummary
            title={summaryTitle}
            errors={errors}
            onChoose={name => fieldOf(form.current, name)?.focus()}
          />
        )}
        {children}
      </FormStateContext>
    </AriaForm>
  )
}

export interface FormProps extends Pick<ComponentProps<'form'>, 'id' | 'className'> {
  /** Error messages by field name; a new object for every refused submit. */
  errors: Readonly<Record<string, string>>
  /** Heading of the summary of several errors. */
  summaryTitle: string
  pending?: boolean
  /** Called with the values by field name. */
  onSubmit: (values: Record<string, string>) => void
  /** Called on Escape in a field, which then does not reach elements around the form. */
  onEscape?: () => void
  children: ReactNode
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const found = form?.elements.namedItem(name)
  const field = found instanceof RadioNodeList ? found[0] : found
  if (!(field instanceof HTMLElement)) return null
  // The value of a field of several inputs is hidden.
  return field.getAttribute('type') === 'hidden'
    ? (field.closest('fieldset')?.querySelector<HTMLElement>('input:not([type=hidden])') ?? null)
    : field
}
