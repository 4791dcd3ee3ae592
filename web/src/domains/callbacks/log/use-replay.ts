import { useMutation, useQueryClient } from '@tanstack/react-query'
import { replayCallbackEvent } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { callbacksQuery } from '../callback-queries.ts'
import { isTurnedOff, useShowTurnedOff } from '../use-turned-off.ts'

/** How many times the log is polled after a replay, and the interval. */
const MAX_POLLS = 6
const POLL_MS = 500

/** Sends a callback again; the log shows the receiver's answer within two seconds. */
export function useReplay(id: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const replay = useMutation({
    mutationFn: async () => {
      let event = await call(replayCallbackEvent, { params: { id } })
      await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
      for (let polls = 0; polls < MAX_POLLS && event.state === 'waiting'; polls++) {
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
        await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
        const pages = queries.getQueriesData<{ pages: { events: (typeof event)[] }[] }>({
          queryKey: ['callbacks', 'events'],
        })
        const refetchedEvent = pages
          .flatMap(([, data]) => data?.pages ?? [])
          .flatMap(page => page.events)
          .find(each => each.id === id)
        event = refetchedEvent ?? event
      }
      await queries.invalidateQueries({ queryKey: ['callbacks', 'event', id] })
      // An answer may have turned callbacks off.
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      const isRateLimited = error instanceof HttpFailure && error.status === 429
      if (!isRateLimited) reportFailure(error)
      const message = text(isRateLimited ? 'callbacks.too-many' : 'callbacks.send-failed')
      toasts.add({ subject: 'callback-replay', kind: 'error', text: message })
    },
  })
  return { isPending: replay.isPending, send: () => replay.mutate() }
}
