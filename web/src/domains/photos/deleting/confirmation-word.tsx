import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

/** The form `id` in which a customer types the word that confirms a deletion. */
export function ConfirmationWord({ id, form, pending = form.pending }: ConfirmationWordProps) {
  const { text } = useTexts()
  return (
    <Form id={id} className="ui-above16" form={{ ...form, pending }}>
      <TextField
        name="word"
        label={text('delete-all.field', { word: text('delete-all.word') })}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck="false"
      />
    </Form>
  )
}

/** Returns the state of the form of ConfirmationWord: the word is validated on submit only. */
export function useConfirmationWord(submit: () => Promise<void>): FormState {
  const { text } = useTexts()
  const word = text('delete-all.word')
  return useForm({
    check: values => (values.word === word ? { data: undefined } : { issues: { word: 'not-valid' } }),
    submit,
    message: () => text('delete-all.field-wrong', { word }),
  })
}

interface ConfirmationWordProps {
  id: string
  form: FormState
  pending?: boolean
}
