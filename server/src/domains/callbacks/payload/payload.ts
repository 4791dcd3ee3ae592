import type { CallbackPayload } from '#contract/callback-payload.ts'
import type { CallbackEventRow } from '../store/events.ts'
import { toXml } from './xml.ts'

/** Renders the body of an event in a format; the same in every attempt. */
export function renderBody(
  event: CallbackEventRow,
  format: 'JSON' | 'XML',
): { contentType: string; body: string } {
  const payload = createPayload(event)
  return format === 'XML'
    ? { contentType: 'application/xml; charset=utf-8', body: toXml(payload) }
    : { contentType: 'application/json; charset=utf-8', body: JSON.stringify(payload) }
}

function createPayload({ type, about, account_id: customer, created_at }: CallbackEventRow): CallbackPayload {
  const timestamp = created_at.toISOString()
  switch (type) {
    case 'order.changed':
      return { type, timestamp, data: { customer, orderCode: about ?? '' } }
    case 'invoice.ready':
      return { type, timestamp, data: { customer, invoiceNumber: about ?? '' } }
    case 'test':
      return { type, timestamp, data: { customer } }
  }
}
