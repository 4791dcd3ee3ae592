import { ALBUM_NAME_MAX, albumDetails } from '#contract/input/album.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { getLimitText } from '#web/platform/forms/limit-text.ts'
import { type FormOptions, type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Form of an album's name, validated on submit by the contract. `submit` receives the trimmed name. */
export function useAlbumForm(
  submit: (name: string) => Promise<void>,
  following: Pick<FormOptions<unknown>, 'stored' | 'draft'>,
): FormState {
  const texts = useTexts()
  return useForm({
    check: values => checkInput(albumDetails, values, 'name'),
    submit: ({ name }) => submit(name),
    ...following,
    message: (_field, issue) => {
      if (issue === 'empty') return texts.text('albums.name.empty')
      const label = texts.text('albums.name')
      return getLimitText(texts, { label, max: ALBUM_NAME_MAX }, issue) ?? texts.text('albums.name.not-valid')
    },
  })
}
