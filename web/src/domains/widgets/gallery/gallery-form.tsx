import { useState } from 'react'
import { WIDGET_DESCRIPTION_MAX } from '#contract/input/widget.ts'
import type { Category, GalleryEntry } from '#contract/widget-gallery.ts'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from '../edit/dialog-form.module.css'

/** Fields of a gallery entry. */
export function GalleryForm({ id, form, initial, categories }: GalleryFormProps) {
  const { text } = useTexts()
  const isKnown = categories.some(category => category.id === initial.categoryId)
  const [category, setCategory] = useState(isKnown ? initial.categoryId : '')
  return (
    <Form id={id} className={styles.form} form={form}>
      <TextField name="title" label={text('widgets.field.title')} defaultValue={initial.title} />
      <TextAreaField
        name="description"
        label={text('widgets.field.description')}
        optional={text('settings.optional')}
        defaultValue={initial.description}
        rows={3}
        count={length => text('widgets.length', { length, max: WIDGET_DESCRIPTION_MAX })}
      />
      <div className={styles.half}>
        <SelectField
          name="categoryId"
          label={text('widgets.field.category')}
          options={[
            ...(category === '' ? [{ id: '', label: text('widgets.category.choose') }] : []),
            ...categories.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={category}
          onChange={setCategory}
        />
      </div>
      <div className={styles.half}>
        <TextField
          name="authorName"
          label={text('widgets.field.author')}
          defaultValue={initial.authorName}
          autoComplete="nickname"
        />
      </div>
    </Form>
  )
}

interface GalleryFormProps {
  id: string
  form: FormState
  initial: Pick<GalleryEntry, 'title' | 'description' | 'categoryId' | 'authorName'>
  categories: readonly Category[]
}
