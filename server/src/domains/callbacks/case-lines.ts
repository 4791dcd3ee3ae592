import type { CaseSource } from '../../domain.ts'
import { listValues } from '../../platform/db/rows.ts'
import { listLoggedEvents } from './store/log.ts'

/** What was delivered to the systems of a business. */
export const callbackCase: CaseSource = {
  find: ({ db }, word) => listValues(db, 'callback_events', { event_id: word }, 'account_id'),
  async list({ db }, accountId, { since, limit }) {
    const page = { accountId, since, failedOnly: false, after: undefined, limit }
    return (await listLoggedEvents(db, page)).map(({ event, attempts, lastAttempt }) => {
      const { created_at, type, about, event_id, state, next_attempt_at } = event
      const last =
        lastAttempt && `last ${lastAttempt.status ?? lastAttempt.problem} in ${lastAttempt.duration_ms} ms`
      const next = next_attempt_at && `next ${next_attempt_at.toISOString()}`
      const what = [`${type} ${about ?? ''}`.trim(), event_id, state, `${attempts} attempts`, last, next]
      return { at: created_at, who: 'delivery', what: what.filter(Boolean).join(', ') }
    })
  },
}
