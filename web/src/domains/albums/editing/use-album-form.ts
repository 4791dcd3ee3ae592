import { albumDetails } from '#contract/input/album.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type FormOptions, type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Form of an album's name, validated on submit by the contract (PL-073, PL-074). `submit` receives the trimmed name. */
export function useAlbumForm(
  submit: (name: string) => Promise<void>,
  following: Pick<FormOptions<unknown>, 'stored' | 'draft'>,
): FormState {
  const { text } = useTexts()
  return useForm({
    check: values => checkInput(albumDetails, values, 'name'),
    submit: ({ name }) => submit(name),
    ...following,
    message: (_field, issue) => text(issue === 'empty' ? 'albums.name.empty' : 'albums.name.not-valid'),
  })
}
