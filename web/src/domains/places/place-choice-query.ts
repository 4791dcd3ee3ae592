import { getPlaceChoice } from '#contract/places.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

const POLL_MS = 2000

/** Whether photos get the names of their towns; asked again while names are being found or deleted. */
export const placeChoiceQuery = callQuery(['places', 'choice'], getPlaceChoice, {
  refetchInterval: query => query.state.data?.state === 'working' && POLL_MS,
})
