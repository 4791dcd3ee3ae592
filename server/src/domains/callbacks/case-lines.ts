import type { CaseSource } from '../../domain.ts'
import { listValues } from '../../platform/db/rows.ts'
import { type ListedDelivery, listEvents } from './store/event-list.ts'

/** What happened for the systems of a business, and what was delivered to them. */
export const callbackCase: CaseSource = {
  find: ({ db }, word) => listValues(db, 'callback_events', { event_id: word }, 'account_id'),
  async list({ db }, accountId, { since, limit }) {
    const events = await listEvents(db, { accountId, from: 0, since, attempts: 1, limit })
    return events.map(({ created_at: at, type, about, event_id, deliveries }) => {
      const what = [`${type} ${about ?? ''}`.trim(), event_id, ...deliveries.map(describeDelivery)]
      return { at, who: 'delivery', what: what.join(', ') }
    })
  },
}

function describeDelivery({ state, attempts, next_attempt_at: nextAt }: ListedDelivery): string {
  const [last] = attempts
  return [
    state,
    `${last?.n ?? 0} attempts`,
    last && `last ${last.status ?? last.problem} in ${last.duration_ms} ms`,
    nextAt && `next ${new Date(nextAt).toISOString()}`,
  ]
    .filter(Boolean)
    .join(', ')
}
