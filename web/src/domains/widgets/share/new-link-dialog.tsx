import { useState } from 'react'
import { replaceWidgetLink } from '#contract/widgets.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toasts } from '#web/ui/toasts.ts'

/** Confirms the replacement of the link, which ends access by the previous one. */
export function NewLinkDialog({ code, onChanged, onClose }: NewLinkDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'open' | 'pending' | 'failed'>('open')
  const replace = async () => {
    setState('pending')
    try {
      await call(replaceWidgetLink, { params: { code } })
      await onChanged()
      toasts.add({ subject: `widget ${code}`, text: text('widgets.new-link.done'), kind: 'success' })
      onClose()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  return (
    <ConfirmDialog
      title={text('widgets.new-link.title')}
      confirmLabel={text('widgets.new-link')}
      pending={state === 'pending'}
      alert={state === 'failed' && <AlertBanner kind="error">{text('widgets.new-link.failed')}</AlertBanner>}
      onCancel={onClose}
      onConfirm={() => void replace()}
    >
      {text('widgets.new-link.text')}
    </ConfirmDialog>
  )
}

interface NewLinkDialogProps {
  code: string
  onChanged: () => Promise<void>
  onClose: () => void
}
