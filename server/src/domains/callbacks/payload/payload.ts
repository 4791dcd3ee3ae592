import { create } from 'xmlbuilder2'
import {
  CALLBACK_NAMESPACES,
  type CallbackPayload,
  type CallbackPayload1,
  type CallbackType,
  type CallbackVersion,
} from '#contract/callback-payload.ts'
import type { Delivery } from '../store/deliveries.ts'

/** What of a delivery is in the body. */
export type SentEvent = Pick<
  Delivery,
  'account_id' | 'number' | 'type' | 'about' | 'data' | 'created_at' | 'version'
>

/** Renders the body of an event in a format; the same in every attempt. */
export function renderBody(event: SentEvent, format: 'JSON' | 'XML'): { contentType: string; body: string } {
  const payload = createPayload(event)
  return format === 'XML'
    ? {
        contentType: 'application/xml; charset=utf-8',
        body: toXml(payload, event.version),
      }
    : { contentType: 'application/json; charset=utf-8', body: JSON.stringify(payload) }
}

function createPayload(event: SentEvent): CallbackPayload | CallbackPayload1 {
  const { type, number, account_id: customer, created_at, version, data } = event
  const timestamp = created_at.toISOString()
  if (version === '1') return createPayload1(type, { timestamp, customer, about: event.about ?? '' })
  return { type, timestamp, number, data: { customer, ...data } } as CallbackPayload
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

interface Payload {
  type: string
  timestamp: string
  /** Version 1 has it in a header only. */
  number?: number
  data: Readonly<Record<string, Field>>
}

type Field = string | number | null | readonly string[]

/**
 * Converts the payload to XML: an element per field, in their order (payload/xml-schema.ts); of a list an element per entry, and
 * none for null.
 */
function toXml({ type, timestamp, number, data }: Payload, version: CallbackVersion): string {
  const elements = Object.entries(data)
    .filter(([, field]) => field !== null)
    .map(([name, field]) => [
      name,
      Array.isArray(field) ? field.map(toText) : toText(field as string | number),
    ])
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele(CALLBACK_NAMESPACES[version], 'callback')
    .ele({ type, timestamp, data: Object.fromEntries(elements), ...(number !== undefined && { number }) })
    .end({ prettyPrint: true })
}

const toText = (field: string | number) => String(field).toWellFormed().replace(INVALID_XML_CHARACTERS, '�')

/** Characters that XML cannot contain (XML 1.0, 2.2). */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
