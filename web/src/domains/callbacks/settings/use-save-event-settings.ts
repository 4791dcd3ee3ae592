import { useQueryClient } from '@tanstack/react-query'
import { putCallbackSettings } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { callbacksQuery } from '../callback-queries.ts'
import type { EventSettings } from './event-choice.tsx'

/** Saves version and events of later callbacks, and updates the page. */
export function useSaveEventSettings(): (settings: EventSettings) => Promise<void> {
  const queries = useQueryClient()
  return async settings => {
    const callbacks = await call(putCallbackSettings, { body: settings })
    await queries.cancelQueries({ queryKey: callbacksQuery.queryKey })
    queries.setQueryData(callbacksQuery.queryKey, callbacks)
  }
}
