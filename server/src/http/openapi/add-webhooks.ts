import { callbackPayload } from '#contract/callback-payload.ts'
import type { OpenApiDocument } from './add-examples.ts'

/** Adds the callbacks of the latest version, by their types; docs/callbacks.md describes what they have in common. */
export function addWebhooks(document: OpenApiDocument): OpenApiDocument {
  const webhooks = callbackPayload.options.map(({ shape }) => {
    const type = shape.type.value
    return [type, { post: createWebhook(type) }] as const
  })
  return { ...document, webhooks: Object.fromEntries(webhooks) }
}

type CallbackType = (typeof callbackPayload.options)[number]['shape']['type']['value']

const createWebhook = (type: CallbackType) => ({
  operationId: `receive${toSchemaName(type)}`,
  summary: SUMMARIES[type],
  description: 'Verify the signature before you read the body: see ‘Callbacks’.',
  tags: ['callbacks'],
  security: [],
  parameters: HEADERS.map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${toSchemaName(type)}` } } },
  },
  responses: {
    '2XX': { description: 'The callback was stored; it is not sent again.' },
    '401': {
      description: 'The signature is not valid; the callback is sent again, as after any other status.',
    },
    '410': { description: 'Callbacks are turned off.' },
  },
})

/** Returns the name of the schema, that of its export: 'order.changed' is OrderChangedCallback. */
const toSchemaName = (type: string) =>
  `${type.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Callback`

const HEADERS = [
  ['webhook-id', 'The id of the event, the same in every attempt and replay.'],
  ['webhook-timestamp', 'When the attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'A signature of each secret that signs, separated by spaces (Standard Webhooks).'],
  ['keepsake-version', 'The version of the body.'],
] as const

const SUMMARIES: Record<CallbackType, string> = {
  'order.changed': 'A customer sees something else of an order',
  'invoice.ready': 'The PDF of an invoice, a credit note or a collective invoice is ready',
  'order-file.accepted': 'The order of a file was placed',
  'order-file.refused': 'A file is no order, or its order was refused',
  'product-file.ready': 'The printable PDF of an ordered product has arrived',
  'api-key.expiring': 'An API key ends in 30, 7 or 1 days',
  test: 'A test that a person sent',
}
