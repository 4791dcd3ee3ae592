import { useQueryClient } from '@tanstack/react-query'
import type { Widget } from '#contract/widgets.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { deleteWithUndo } from '../widget-actions.ts'

/** Confirms the deletion of a widget, which ends access by its link. */
export function DeleteWidgetDialog({ widget, onClose }: { widget: Widget; onClose: () => void }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={text('action.delete-named', { title: widget.title })}
      confirmLabel={text('action.delete')}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void deleteWithUndo(queries, widget, texts)
      }}
    >
      {text('widgets.delete.text')}
    </ConfirmDialog>
  )
}
