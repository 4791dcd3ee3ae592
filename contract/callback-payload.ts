import { z } from 'zod'
import { instant } from './scalars.ts'

/** The namespace of callbacks in XML. */
export const CALLBACK_NAMESPACE = 'urn:keepsake:callback:1'

const createPayloadSchema = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    data: z.object({ customer: z.string(), ...data }),
  })

/**
 * The bodies of callbacks, as JSON and as XML: what happened and to what, by ids only. The receiver reads the
 * details by the API, so that a callback may arrive late or twice. The XML schema is generated from it.
 */
export const callbackPayload = z.discriminatedUnion('type', [
  createPayloadSchema('order.changed', { orderCode: z.string() }),
  createPayloadSchema('invoice.ready', { invoiceNumber: z.string() }),
  createPayloadSchema('test', {}),
])
export type CallbackPayload = z.infer<typeof callbackPayload>
export type CallbackType = CallbackPayload['type']
