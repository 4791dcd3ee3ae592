import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { checkInput } from '#contract/input/field-issues.ts'
import { type GalleryEntryInput, galleryEntryForm, WIDGET_DESCRIPTION_MAX } from '#contract/input/widget.ts'
import {
  type Category,
  createGalleryEntry,
  type GalleryEntry,
  updateGalleryEntry,
} from '#contract/widget-gallery.ts'
import type { Widget } from '#contract/widgets.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { createStoredValue } from '#web/platform/storage/storage.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form, FormFailure } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from '../edit/dialog-form.module.css'
import { createFieldMessageLookup } from '../field-message.ts'
import { categoriesQuery, galleryEntryQuery, reloadWidgets } from '../widget-queries.ts'

/** Puts a widget into the gallery, or changes its entry; both await approval. */
export function GalleryDialog({ widget, onClose }: { widget: Widget; onClose: () => void }) {
  const { texts, text } = useTexts()
  const id = useId()
  const queries = useQueryClient()
  const { channel } = useConfig().brand
  const { title, productCode: widgetId, galleryEntryId, galleryChannel } = widget
  const isNew = galleryEntryId === null
  const categories = useQuery(categoriesQuery)
  const entry = useQuery(galleryEntryQuery(widget))
  const send = async (details: GalleryEntryInput) => {
    await (isNew
      ? call(createGalleryEntry, { body: { widgetId, channel, ...details } })
      : call(updateGalleryEntry, {
          params: { id: widgetId },
          query: { channel: galleryChannel ?? channel },
          body: details,
        }))
    rememberedEntry.write({ categoryId: details.categoryId, authorName: details.authorName })
    await reloadWidgets(queries)
    toasts.add({ subject: `widget ${widgetId}`, text: text('widgets.gallery.sent'), kind: 'success' })
    onClose()
  }
  const form = useForm({
    check: values => checkInput(galleryEntryForm, values, 'form'),
    submit: send,
    draft: useDraft(`gallery-entry ${widgetId}`),
    message: createFieldMessageLookup(texts),
  })
  const reload = () => {
    void categories.refetch()
    void entry.refetch()
  }
  const hasLoaded = categories.data !== undefined && entry.data !== undefined && !entry.isFetching
  // The form stays while its queries load again, and when they fail then.
  const [isLoaded, setLoaded] = useState(hasLoaded)
  if (hasLoaded && !isLoaded) setLoaded(true)
  return (
    <ConfirmDialog
      role="dialog"
      size="medium"
      title={text(isNew ? 'widgets.gallery.title' : 'widgets.gallery.edit-title', { title })}
      confirmLabel={text('widgets.gallery.send')}
      form={id}
      disabled={!isLoaded}
      pending={form.pending}
      onCancel={onClose}
      alert={<FormFailure form={form}>{text('widgets.gallery.failed')}</FormFailure>}
    >
      <p className={styles.intro}>{text(isNew ? 'widgets.gallery.text' : 'widgets.gallery.edit-text')}</p>
      {isLoaded && categories.data && entry.data !== undefined ? (
        <GalleryForm
          id={id}
          form={form}
          initial={getInitialValues(widget, entry.data)}
          categories={categories.data}
        />
      ) : categories.isError || (entry.isError && !isNotFound(entry.error)) ? (
        <LoadFailed retry={reload} />
      ) : (
        <Skeleton width="100%" height={300} />
      )}
    </ConfirmDialog>
  )
}

function getInitialValues({ title, description }: Widget, entry: GalleryEntry | null) {
  if (entry) return entry
  const { categoryId = '', authorName = '' } = rememberedEntry.read() ?? {}
  return { title, description, categoryId, authorName }
}

interface RememberedEntry {
  categoryId: string
  authorName: string
}

/** Category and name of the last gallery entry, for the next one. */
const rememberedEntry = createStoredValue(
  'keepsake.gallery-entry',
  (value): value is RememberedEntry =>
    typeof value === 'object' &&
    value !== null &&
    'categoryId' in value &&
    typeof value.categoryId === 'string' &&
    'authorName' in value &&
    typeof value.authorName === 'string',
)

/** Fields of a gallery entry. */
function GalleryForm({ id, form, initial, categories }: GalleryFormProps) {
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
