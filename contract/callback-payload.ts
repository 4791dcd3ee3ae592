import { z } from 'zod'
import { instant } from './scalars.ts'

/** The namespace of callbacks in XML. */
export const CALLBACK_NAMESPACE = 'urn:keepsake:callback:1'

const payload = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    data: z.object({ customer: z.string(), ...data }),
  })

/**
 * The bodies of callbacks, as JSON and as XML: what happened and to what, by ids only. The receiver reads the rest by the
 * API, so a callback that arrives late or twice harms nothing. The XML schema is made of it.
 */
export const callbackPayload = z.discriminatedUnion('type', [
  payload('order.changed', { orderCode: z.string() }),
  payload('invoice.ready', { invoiceNumber: z.string() }),
  payload('test', {}),
])
export type CallbackPayload = z.infer<typeof callbackPayload>
export type CallbackType = CallbackPayload['type']
