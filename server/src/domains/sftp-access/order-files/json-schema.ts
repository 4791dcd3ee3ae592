import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SERVICES } from '#contract/endpoint.ts'
import { type OrderFileInput, orderFile } from '#contract/order-files.ts'

/** Publishes the JSON schema of order files; its address is part of their documentation. */
export function serveOrderFileSchema(app: FastifyInstance): void {
  // JSON Schema cannot express the rules over several fields of an address.
  const rules = z.toJSONSchema(orderFile, { io: 'input', unrepresentable: 'any' })
  const schema = JSON.stringify({ ...rules, examples: EXAMPLES }, null, 2)
  const path = `${SERVICES.sftpAccess}/order-file.schema.json`
  app.get(path, { config: { policy: 'public' } }, async (_request, reply) =>
    reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(schema),
  )
}

/** The shortest order, and one with all fields. */
const EXAMPLES: readonly OrderFileInput[] = [
  { reference: 'PO-77', products: [{ code: '4711-2077-1' }] },
  {
    reference: 'PO-78',
    products: [{ code: '4711-2077-1', copies: 2 }, { code: '4711-2077-2' }],
    deliveryAddress: {
      firstName: 'Mira',
      lastName: 'Lindholm',
      companyName: 'Harbour Light Studio',
      street: 'Paintworks',
      streetNumber: '12',
      postalCode: 'BS4 3EH',
      city: 'Bristol',
      countryCode: 'GB',
      phoneNumber: '0117 496 0123',
    },
  },
]
