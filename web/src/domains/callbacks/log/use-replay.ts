import { useMutation, useQueryClient } from '@tanstack/react-query'
import { replayCallbackEvent } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { callbackEventQuery, isTurnedOff, useShowTurnedOff } from '../callback-queries.ts'

/** Sends an event to an endpoint again; its details are polled until the receiver has answered. */
export function useReplay(id: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const replay = useMutation({
    mutationFn: (endpoint: string) => call(replayCallbackEvent, { params: { id }, query: { endpoint } }),
    onSuccess: event => {
      queries.setQueryData(callbackEventQuery(id).queryKey, event)
      return queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      const isRateLimited = error instanceof HttpFailure && error.status === 429
      const message = text(isRateLimited ? 'callbacks.too-many' : 'callbacks.send-failed')
      toasts.add({ subject: 'callback-replay', kind: 'error', text: message })
    },
  })
  return {
    isPending: replay.isPending,
    replayedAt: replay.isSuccess ? replay.submittedAt : undefined,
    send: (endpointId: string) => replay.mutate(endpointId),
  }
}
