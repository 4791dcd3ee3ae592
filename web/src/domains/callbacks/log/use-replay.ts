import { useMutation, useQueryClient } from '@tanstack/react-query'
import { replayCallbackEvent } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { callbacksQuery } from '../callback-queries.ts'
import { isTurnedOff, useShowTurnedOff } from '../use-turned-off.ts'

/** How long the log is read often after a replay, and how often. */
const READS = 6
const PAUSE_MS = 500

/** Sends a callback again; the log shows its answer within two seconds of the receiver's. */
export function useReplay(id: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const replay = useMutation({
    mutationFn: async () => {
      let event = await call(replayCallbackEvent, { params: { id } })
      await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
      for (let read = 0; read < READS && event.state === 'waiting'; read++) {
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
        await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
        const pages = queries.getQueriesData<{ pages: { events: (typeof event)[] }[] }>({
          queryKey: ['callbacks', 'events'],
        })
        const found = pages
          .flatMap(([, data]) => data?.pages ?? [])
          .flatMap(page => page.events)
          .find(each => each.id === id)
        event = found ?? event
      }
      await queries.invalidateQueries({ queryKey: ['callbacks', 'event', id] })
      // An answer may have turned callbacks off.
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      const isTooMany = error instanceof HttpFailure && error.status === 429
      if (!isTooMany) reportFailure(error)
      const message = text(isTooMany ? 'callbacks.too-many' : 'callbacks.send-failed')
      toasts.add({ subject: 'callback-replay', kind: 'error', text: message })
    },
  })
  return { isPending: replay.isPending, send: () => replay.mutate() }
}
