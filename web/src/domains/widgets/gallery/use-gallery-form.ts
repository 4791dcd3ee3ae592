import { checkInput } from '#contract/input/field-issues.ts'
import { type GalleryEntryInput, galleryEntryForm } from '#contract/input/widget.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { detailMessage } from '../detail-message.ts'

/** Form of a gallery entry, checked by the contract. */
export function useGalleryForm(send: (details: GalleryEntryInput) => Promise<void>): FormState {
  const texts = useTexts()
  return useForm({
    check: values => checkInput(galleryEntryForm, values, 'form'),
    submit: send,
    message: detailMessage(texts),
  })
}
