import { useMutation, useQueryClient } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import * as z from 'zod/mini'
import { CALLBACK_PROBLEMS, type Callbacks, patchEndpoint, sendTest } from '#contract/callbacks.ts'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import { CALLBACK_FORMATS, callbackSettings } from '#contract/input/callback-settings.ts'
import { createEntityTag, getReplacedParts } from '#contract/input/entity-tag.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { customerQuery, useRefetchCustomer } from '#web/domains/customers/index.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { callbacksQuery, isTurnedOff, useShowTurnedOff } from '../callback-queries.ts'
import styles from './callback-settings.module.css'
import { EventChoice, type EventSettings, useEventChoice } from './event-choice.tsx'

/** Address, format, version and events. Input stays until it is saved; a test uses the saved values. */
export function CallbackForm({ callbacks, customer, isBlocked, onSaved, onTest }: CallbackFormProps) {
  const { text } = useTexts()
  const save = useSaveCallbacks(customer)
  const saveEventSettings = useSaveEventSettings()
  const test = useSendTest(onTest)
  const { endpoint } = callbacks
  const { callbackUrl = null, callbackFormat = 'JSON' } = customer.ftp ?? {}
  const choice = useEventChoice(endpoint)
  const form = useForm({
    check: ({ callbackUrl: url = '', callbackFormat: format }) =>
      checkInput(SETTINGS, { callbackUrl: url.trim(), callbackFormat: format }, 'form'),
    submit: async ({ callbackUrl: url, callbackFormat: format }) => {
      await save({ callbackUrl: url || null, callbackFormat: format })
      if (url && choice.isChanged) await saveEventSettings(choice.settings)
      toasts.add({ subject: 'callbacks', kind: 'success', text: text('callbacks.saved') })
      onSaved()
    },
    stored: { callbackUrl: callbackUrl ?? '', callbackFormat },
    refetch: useRefetchCustomer(),
    draft: useDraft('callbacks'),
    message: (name, issue) => {
      const problem = CALLBACK_PROBLEMS.find(each => each === issue)
      if (problem) return text(`callbacks.problem.${problem}`)
      return text(name === 'callbackUrl' ? 'callbacks.address.not-valid' : 'settings.save-failed')
    },
    refusal: error =>
      error instanceof HttpFailure && error.status === 400 && error.reason !== undefined
        ? { callbackUrl: error.reason }
        : undefined,
  })
  return (
    <Form
      failure={text('settings.save-failed')}
      form={{ ...form, pending: form.pending || isBlocked }}
      className="ui-stack24"
    >
      <TextField
        name="callbackUrl"
        label={text('callbacks.address')}
        hint={text('callbacks.address.hint')}
        defaultValue={callbackUrl ?? ''}
        inputMode="url"
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
      />
      {endpoint?.problem && (
        <AlertBanner kind="warning">{text(`callbacks.problem.${endpoint.problem}`)}</AlertBanner>
      )}
      <RadioField
        name="callbackFormat"
        label={text('callbacks.format')}
        options={CALLBACK_FORMATS.map(id => ({ id, label: id }))}
        defaultValue={callbackFormat}
        inCards
      />
      {callbackFormat === 'XML' && (
        <a href={serviceAddress('callbacks', SCHEMAS[choice.settings.version])} className={styles.schema}>
          {text('callbacks.schema')}
        </a>
      )}
      <EventChoice choice={choice} />
      <div className="ui-cluster12">
        <Button type="submit" variant="primary" pending={form.pending} disabled={isBlocked}>
          {text('action.save')}
        </Button>
        {endpoint?.state === 'on' && (
          <Button icon={Send} pending={test.isPending} disabled={isBlocked} onClick={test.send}>
            {text('callbacks.test')}
          </Button>
        )}
      </div>
      {test.failure && <AlertBanner kind="error">{test.failure}</AlertBanner>}
    </Form>
  )
}

const SETTINGS = z.object(callbackSettings)

/** The XML schemas by version. */
const SCHEMAS = { '1': '/callback.xsd', '2026-12': '/callback-2.xsd' } as const

interface CallbackFormProps {
  callbacks: Callbacks
  customer: Customer
  isBlocked: boolean
  onSaved: () => void
  /** Called with the id of a test that was sent. */
  onTest: (id: string) => void
}

/** Saves version and events of later callbacks, and updates the page. */
function useSaveEventSettings(): (settings: EventSettings) => Promise<void> {
  const queries = useQueryClient()
  return async settings => {
    await call(patchEndpoint, { params: { id: 'default' }, body: settings })
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
  }
}

/** Sends a test and refetches the log. `failure`: why it was not sent, unless the page shows that elsewhere. */
function useSendTest(onSent: (id: string) => void) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const test = useMutation({
    mutationFn: () => call(sendTest),
    onSuccess: ({ id }) => {
      onSent(id)
      return queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    },
    onError: error => {
      if (isTurnedOff(error)) void showTurnedOff()
    },
  })
  const failure =
    test.isError && !isTurnedOff(test.error)
      ? text(isRateLimited(test.error) ? 'callbacks.too-many' : 'callbacks.send-failed')
      : undefined
  return { isPending: test.isPending, send: () => test.mutate(), failure }
}

const isRateLimited = (error: unknown) => error instanceof HttpFailure && error.status === 429

interface CallbackFields {
  callbackUrl: string | null
  callbackFormat: 'JSON' | 'XML'
}

/**
 * Saves where the business is called back in place of what the customer has `stored`,
 * and updates the page. Rejects with 412 when another window has changed it in the meantime.
 */
function useSaveCallbacks(stored: Customer): (ftp: CallbackFields) => Promise<void> {
  const queries = useQueryClient()
  return async ftp => {
    const ifMatch = await createEntityTag(getReplacedParts(stored, ['ftp']))
    const savedCustomer = await call(patchCustomer, { body: { ftp } }, { ifMatch })
    await queries.cancelQueries({ queryKey: customerQuery.queryKey })
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    queries.setQueryData(customerQuery.queryKey, savedCustomer)
  }
}
