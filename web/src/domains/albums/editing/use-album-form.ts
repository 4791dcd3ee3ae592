import { albumDetails } from '#contract/input/album.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** A form for an album's name, checked on submit by the rules of the call (PL-073, PL-074). `submit` gets the name trimmed. */
export function useAlbumForm(submit: (name: string) => Promise<void>): FormState {
  const { text } = useTexts()
  return useForm({
    check: values => checkInput(albumDetails, values, 'name'),
    submit: ({ name }) => submit(name),
    message: (_field, issue) => text(issue === 'empty' ? 'albums.name.empty' : 'albums.name.not-valid'),
  })
}
