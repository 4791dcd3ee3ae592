import type { CallbackPayload, CallbackPayload1, CallbackType } from '#contract/callback-payload.ts'
import type { CallbackEventRow } from '../store/events.ts'
import { toXml } from './xml.ts'

/** Renders the body of an event in a format; the same in every attempt. */
export function renderBody(
  event: CallbackEventRow,
  format: 'JSON' | 'XML',
): { contentType: string; body: string } {
  const payload = createPayload(event)
  return format === 'XML'
    ? {
        contentType: 'application/xml; charset=utf-8',
        body: toXml(payload, event.version),
      }
    : { contentType: 'application/json; charset=utf-8', body: JSON.stringify(payload) }
}

function createPayload(event: CallbackEventRow): CallbackPayload | CallbackPayload1 {
  const { type, account_id: customer, created_at, version, data } = event
  const timestamp = created_at.toISOString()
  if (version === '1') return createPayload1(type, { timestamp, customer, about: event.about ?? '' })
  return { type, timestamp, data: { customer, ...data } } as CallbackPayload
}

function createPayload1(
  type: CallbackType,
  { timestamp, customer, about }: { timestamp: string; customer: string; about: string },
): CallbackPayload1 {
  switch (type) {
    case 'order.changed':
      return { type, timestamp, data: { customer, orderCode: about } }
    case 'invoice.ready':
      return { type, timestamp, data: { customer, invoiceNumber: about } }
    case 'test':
      return { type, timestamp, data: { customer } }
    default:
      throw new Error(`Version 1 has no type ${type}`)
  }
}
