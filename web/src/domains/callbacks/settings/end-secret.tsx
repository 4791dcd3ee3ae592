import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSecret, type SigningSecret } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { callbacksQuery } from '../callback-queries.ts'
import { maskSecret } from './secret-row.tsx'

/** Ends an earlier secret at once; asks before where callbacks failed lately, because a system may still verify with it. */
export function EndSecret({
  secret: { id, hint },
  hasRecentFailures,
  onEnded,
}: {
  secret: SigningSecret
  hasRecentFailures: boolean
  /**
   * Called when the secret has disappeared, and with it the button that had the focus. Before that the page cannot have
   * the focus where there was a question.
   */
  onEnded: () => void
}) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => call(endSecret, { params: { id } }).catch(ignoreEnded),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
      onEnded()
    },
    onError: error => reportFailure(error),
  })
  const failure = ending.isError && (
    <AlertBanner kind="error">{text('callbacks.secret.end.failed')}</AlertBanner>
  )
  const name = maskSecret(hint)
  return (
    <>
      <Button
        variant="text"
        pending={ending.isPending}
        aria-label={text('callbacks.secret.end-of', { secret: name })}
        onClick={() => (hasRecentFailures ? setAsking(true) : ending.mutate())}
      >
        {text('callbacks.secret.end')}
      </Button>
      {!isAsking && failure}
      {isAsking && (
        <ConfirmDialog
          title={text('callbacks.secret.end.title')}
          confirmLabel={text('callbacks.secret.end')}
          danger
          pending={ending.isPending}
          alert={failure}
          onConfirm={() => ending.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{text('callbacks.secret.end.text', { secret: name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** It has ended by itself, or in another window. */
function ignoreEnded(error: unknown): void {
  if (!isNotFound(error)) throw error
}
