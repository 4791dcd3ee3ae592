import { useQueryClient } from '@tanstack/react-query'
import { createEntityTag } from '#contract/input/entity-tag.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { WIDGET_DESCRIPTION_MAX, widgetForm } from '#contract/input/widget.ts'
import { updateWidget, type Widget } from '#contract/widgets.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { createFieldMessageLookup } from '../field-message.ts'
import { reloadWidgets } from '../widget-queries.ts'
import styles from './dialog-form.module.css'

/** Changes title and description of a widget, `widget` as it is stored now. */
export function EditWidgetDialog({ widget, onClose }: { widget: Widget; onClose: () => void }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const { productCode, title, description } = widget
  const form = useForm({
    check: values => checkInput(widgetForm, values, 'form'),
    submit: async details => {
      const ifMatch = await createEntityTag({ title, description })
      await call(updateWidget, { params: { code: productCode }, body: details }, { ifMatch })
      await reloadWidgets(queries)
      toasts.add({ subject: `widget ${productCode}`, text: text('widgets.saved'), kind: 'success' })
      onClose()
    },
    stored: { title, description },
    refetch: () => reloadWidgets(queries),
    draft: useDraft(`widget ${productCode}`),
    message: createFieldMessageLookup(texts),
  })
  return (
    <FormDialog
      form={form}
      className={styles.form}
      size="medium"
      title={text('widgets.edit.title', { title })}
      confirmLabel={text('action.save')}
      failure={text('settings.save-failed')}
      onCancel={onClose}
    >
      <TextField name="title" label={text('widgets.field.title')} defaultValue={title} />
      <TextAreaField
        name="description"
        label={text('widgets.field.description')}
        optional={text('settings.optional')}
        defaultValue={description}
        rows={3}
        count={length => text('widgets.length', { length, max: WIDGET_DESCRIPTION_MAX })}
      />
    </FormDialog>
  )
}
