import { replaceWidgetLink } from '#contract/widgets.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { toasts } from '#web/ui/toasts.ts'

/** Confirms the replacement of the link, which ends access by the previous one. */
export function NewLinkDialog({ code, onChanged, onClose }: NewLinkDialogProps) {
  const { text } = useTexts()
  const run = async () => {
    await call(replaceWidgetLink, { params: { code } })
    await onChanged()
    toasts.add({ subject: `widget ${code}`, text: text('widgets.new-link.done'), kind: 'success' })
  }
  return (
    <OperationDialog
      title={text('widgets.new-link.title')}
      confirmLabel={text('widgets.new-link')}
      run={run}
      onDone={onClose}
      onCancel={onClose}
      failure={text('widgets.new-link.failed')}
    >
      {text('widgets.new-link.text')}
    </OperationDialog>
  )
}

interface NewLinkDialogProps {
  code: string
  onChanged: () => Promise<void>
  onClose: () => void
}
