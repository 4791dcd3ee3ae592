import { queryOptions } from '@tanstack/react-query'
import { getPlaceChoice } from '#contract/places.ts'
import { call } from '#web/platform/http/call.ts'

const POLL_MS = 2000

/** Whether photos get the names of their towns; asked again while names are being found or deleted. */
export const placeChoiceQuery = queryOptions({
  queryKey: ['places', 'choice'],
  queryFn: ({ signal }) => call(getPlaceChoice, undefined, { signal }),
  refetchInterval: query => query.state.data?.state === 'working' && POLL_MS,
})
