import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CALLBACK_PROBLEMS, type CallbackEndpoint, patchEndpoint, postEndpoint } from '#contract/callbacks.ts'
import { CALLBACK_FORMATS, callbackAddress } from '#contract/input/callback-settings.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { callbacksQuery } from '../callback-queries.ts'
import { EventChoice, useEventChoice } from '../settings/event-choice.tsx'

/** Adds an endpoint, or changes one beside that of the record. */
export function EndpointDialog({ endpoint, onClose }: { endpoint?: CallbackEndpoint; onClose: () => void }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const choice = useEventChoice(endpoint ?? null)
  const form = useForm({
    check: ({ name = '', url = '', format }) =>
      checkInput(SETTINGS, { name: name.trim(), url: url.trim(), format }, 'form'),
    submit: async ({ url, ...settings }) => {
      const body = { ...settings, ...choice.settings }
      // An address that stays asks for no sign-in.
      const address = url === endpoint?.url ? {} : { url }
      if (endpoint) await call(patchEndpoint, { params: { id: endpoint.id }, body: { ...body, ...address } })
      else await call(postEndpoint, { body: { ...body, url } })
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
      onClose()
    },
    message: (name, issue) => {
      const problem = CALLBACK_PROBLEMS.find(each => each === issue)
      if (problem) return text(`callbacks.problem.${problem}`)
      return text(name === 'name' ? 'api-keys.name.missing' : 'callbacks.address.not-valid')
    },
    refusal: error =>
      error instanceof HttpFailure && error.status === 400 && error.reason !== undefined
        ? { url: error.reason }
        : undefined,
  })
  return (
    <FormDialog
      form={form}
      className="ui-stack24 ui-ink"
      size="medium"
      title={text(endpoint ? 'callbacks.endpoint.settings' : 'callbacks.endpoint.add')}
      confirmLabel={text('action.save')}
      failure={text('settings.save-failed')}
      onCancel={onClose}
    >
      <TextField
        name="name"
        label={text('field.name')}
        defaultValue={endpoint?.name ?? ''}
        autoComplete="off"
        autoFocus
      />
      <TextField
        name="url"
        label={text('callbacks.address')}
        defaultValue={endpoint?.url ?? ''}
        inputMode="url"
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
      />
      <RadioField
        name="format"
        label={text('callbacks.format')}
        options={CALLBACK_FORMATS.map(id => ({ id, label: id }))}
        defaultValue={endpoint?.format ?? 'JSON'}
        inCards
      />
      <EventChoice choice={choice} />
    </FormDialog>
  )
}

const SETTINGS = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  url: callbackAddress,
  format: z.enum(CALLBACK_FORMATS),
})
