import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiKey, endApiKey } from '#contract/api-keys.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { reloadApiKeys } from '../api-key-queries.ts'
import { keyName } from '../key-texts.ts'

/** Asks whether a key ends, which cannot be undone. */
export function EndKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const name = keyName(texts, apiKey)
  const ending = useMutation({
    mutationFn: () => call(endApiKey, { params: { id: apiKey.id } }),
    onSuccess: async () => {
      await reloadApiKeys(queries)
      toasts.add({ subject: `api-key ${apiKey.id}`, kind: 'success', text: text('api-keys.ended', { name }) })
      onClose()
    },
    onError: error => reportFailure(error),
  })
  return (
    <ConfirmDialog
      danger
      title={text('api-keys.end.title', { name })}
      confirmLabel={text('api-keys.end')}
      pending={ending.isPending}
      onConfirm={() => ending.mutate()}
      onCancel={onClose}
      alert={ending.isError && <AlertBanner kind="error">{text('api-keys.end.failed')}</AlertBanner>}
    >
      <p>{text('api-keys.end.text')}</p>
    </ConfirmDialog>
  )
}
