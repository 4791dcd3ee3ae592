import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SERVICES } from '#contract/endpoint.ts'
import { orderFile } from '#contract/order-files.ts'

/** Publishes the JSON schema of order files; its address is part of their documentation. */
export function serveOrderFileSchema(app: FastifyInstance): void {
  // JSON Schema cannot express the rules over several fields of an address.
  const schema = JSON.stringify(z.toJSONSchema(orderFile, { io: 'input', unrepresentable: 'any' }), null, 2)
  const path = `${SERVICES.sftpAccess}/order-file.schema.json`
  app.get(path, { config: { policy: 'public' } }, async (_request, reply) =>
    reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(schema),
  )
}
