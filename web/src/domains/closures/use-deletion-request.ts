import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestDeletion } from '#contract/closures.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'

/** Requests the mailed link; `failure` says why it was not sent. */
export function useDeletionRequest(onSent: () => void) {
  const { text } = useTexts()
  const { channel } = useConfig().brand
  const { idpType, idpSub } = useClaims()
  // A second press comes before the first one is rendered.
  const isSending = useRef(false)
  const request = useMutation({
    mutationFn: () => call(requestDeletion, { params: { idpType, idpSub }, body: { channel } }),
    onSuccess: onSent,
    onError: error => reportFailure(error),
    onSettled: () => {
      isSending.current = false
    },
  })
  return {
    send: () => {
      if (isSending.current) return
      isSending.current = true
      request.mutate()
    },
    pending: request.isPending,
    /** Undefined unless it failed. */
    failure: request.isError && !isCancelled(request.error) ? formatFailure(text, request.error) : undefined,
  }
}

function formatFailure(text: Texts['text'], error: unknown): string {
  if (!(error instanceof HttpFailure) || error.status !== 429) return text('delete-account.failed')
  return text('delete-account.too-many', { minutes: toMinutes(error) })
}

const toMinutes = ({ retryAfterSeconds = 60 }: HttpFailure) => Math.max(1, Math.ceil(retryAfterSeconds / 60))
