import { z } from 'zod'
import { activation } from './activation.ts'
import { customer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { libraryTotals, photoPage, sortKey, sortOrder, timelineList } from './photos.ts'
import { session } from './session.ts'
import { sharedAlbumsSummary } from './shared-albums-summary.ts'

/**
 * Data of the timeline's first screen in one response, in place of one call for each field.
 * `months`: the first page of each of the timeline's first months, in order.
 */
export const firstScreen = z.object({
  customer,
  activation,
  totals: libraryTotals,
  sharedAlbums: sharedAlbumsSummary,
  timeline: timelineList,
  months: z.array(z.object({ year: z.int(), month: z.int(), undated: z.boolean(), page: photoPage })),
})
export type FirstScreen = z.infer<typeof firstScreen>

export const sessionWithFirstScreen = session.extend({
  /** Null if reading the data failed. The session is valid all the same, and the page calls each endpoint instead. */
  firstScreen: firstScreen.nullable(),
})

export const refreshWithFirstScreen = endpoint('POST', 'session', '/first-screen', {
  policy: 'session',
  summary: 'Refreshes the session as /session/refresh does, and adds what the timeline shows first',
  query: z.object({
    sortKey: sortKey.default('dateTaken'),
    sortOrder: sortOrder.default('desc'),
  }),
  answer: sessionWithFirstScreen.nullable(),
  errors: ['unauthorized'],
  compressesAnswer: true,
})
