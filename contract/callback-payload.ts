import { z } from 'zod'
import { deadline, instant } from './scalars.ts'

/**
 * Versions of the payloads. 1: ids only, as before 2026-12. A version never changes except that later fields and types are
 * added to 2026-12; one more comes with its successor (docs/callbacks.md).
 */
export const CALLBACK_VERSIONS = ['1', '2026-12'] as const
export type CallbackVersion = (typeof CALLBACK_VERSIONS)[number]

export const CALLBACK_NAMESPACES: Record<CallbackVersion, string> = {
  '1': 'urn:keepsake:callback:1',
  '2026-12': 'urn:keepsake:callback:2',
}

const createPayloadSchema1 = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    data: z.object({ customer: z.string(), ...data }),
  })

const createPayloadSchema = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  createPayloadSchema1(type, data).extend({
    /** The number of the event, which rises by one with each event of the customer. */
    number: z.int(),
  })

/**
 * The bodies of callbacks of version 1, as JSON and as XML: what happened and to what, by ids only. The receiver reads the
 * details by the API, so that a callback may arrive late or twice. The XML schema of version 1 is generated from it.
 */
export const callbackPayload1 = z.discriminatedUnion('type', [
  createPayloadSchema1('order.changed', { orderCode: z.string() }),
  createPayloadSchema1('invoice.ready', { invoiceNumber: z.string() }),
  createPayloadSchema1('test', {}),
])
export type CallbackPayload1 = z.infer<typeof callbackPayload1>

/** An order as its customer sees it has changed. */
export const orderChangedCallback = createPayloadSchema('order.changed', {
  orderCode: z.string(),
  channel: z.string(),
  /** As in the answer of `url`; open. */
  status: z.string(),
  /** That of the order that `url` answers; the same when only its delivery dates changed, or what the customer asked for. */
  version: z.int(),
  /** Where the order is read with an API key of the scope orders:read. */
  url: z.string(),
})

/** The PDF of an invoice, a credit note or a collective invoice is ready. */
export const invoiceReadyCallback = createPayloadSchema('invoice.ready', {
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  channel: z.string(),
  /** invoice, credit-note, collective; open. */
  kind: z.string(),
  orderCodes: z.array(z.string()),
  /** As the header Keepsake-Resource-Version of `url` says. */
  version: z.int(),
  /** Where the PDF is read with an API key of the scope invoices:read. */
  url: z.string(),
})

/** The order of a file was placed. */
export const orderFileAcceptedCallback = createPayloadSchema('order-file.accepted', {
  /** Null when the file has been removed. */
  fileName: z.string().nullable(),
  /** The customer's number of the order. */
  reference: z.string(),
  orderCodes: z.array(z.string()),
})

/** A file is no order, or the order was refused. */
export const orderFileRefusedCallback = createPayloadSchema('order-file.refused', {
  /** Null when the file has been removed. */
  fileName: z.string().nullable(),
  /** Null when it is the file that was refused. */
  reference: z.string().nullable(),
  /** `field: problem`, as the lines of the result file. */
  problems: z.array(z.string()),
})

/** The printable PDF of an ordered product has arrived, or another version of it. */
export const productFileReadyCallback = createPayloadSchema('product-file.ready', {
  productCode: z.string(),
  /** Null until the order has arrived. */
  orderCode: z.string().nullable(),
  /** product.pdf; open. */
  purpose: z.string(),
  /** As the header Keepsake-Resource-Version of `url` says. */
  version: z.int(),
  /** Where the PDF is read with an API key of the scope product-files:read. */
  url: z.string(),
})

/** An API key ends in 30, 7 or 1 days. */
export const apiKeyExpiringCallback = createPayloadSchema('api-key.expiring', {
  keyId: z.string(),
  name: z.string(),
  expiresAt: deadline,
})

/** A test, which a person sent. */
export const testCallback = createPayloadSchema('test', {})

/** The bodies of callbacks of version 2026-12. Later fields and types are added without another version. */
export const callbackPayload = z.discriminatedUnion('type', [
  orderChangedCallback,
  invoiceReadyCallback,
  orderFileAcceptedCallback,
  orderFileRefusedCallback,
  productFileReadyCallback,
  apiKeyExpiringCallback,
  testCallback,
])
export type CallbackPayload = z.infer<typeof callbackPayload>
export type CallbackType = CallbackPayload['type']
/** The fields of a type besides the customer. */
export type CallbackData<T extends CallbackType = CallbackType> = Omit<
  Extract<CallbackPayload, { type: T }>['data'],
  'customer'
>

/** The types that a business chooses from; a test is sent always. */
export const CALLBACK_EVENT_TYPES = [
  'order.changed',
  'invoice.ready',
  'order-file.accepted',
  'order-file.refused',
  'product-file.ready',
  'api-key.expiring',
] as const satisfies readonly CallbackType[]
export type CallbackEventType = (typeof CALLBACK_EVENT_TYPES)[number]

/** The types of version 1. */
export const CALLBACK_EVENT_TYPES_1 = [
  'order.changed',
  'invoice.ready',
] as const satisfies readonly CallbackEventType[]
