/**
 * Where the rest of an answer 202 is told. Work of a job is an item of the activity, of that kind: it says how much is done, what was
 * left out and what can be undone. Anything else is told by the named place.
 */
export const CONTINUING_WORK = {
  'dates.changed': 'activity',
  'library.deleted': 'activity',
  'photos.restored': 'activity',
  'photos.tidied': 'activity',
  'photos.erasure-requested': 'activity',
  'address-change': 'activity',
  cancellation: 'the order',
  invoice: 'the invoice',
  callback: 'the log of callbacks',
  places: 'GET of the same path',
  mail: 'a mail with a link',
} as const

export type ContinuingWork = keyof typeof CONTINUING_WORK

/** Whether an item of the activity has not ended. */
export const isUnderWay = ({ state }: { state: string }): boolean =>
  state === 'running' || state === 'undoing'
