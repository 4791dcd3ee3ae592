import { createApiKey } from '#contract/api-keys.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const KEYS = `${SERVICES.apiKeys}/v1/keys`

export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer) {
    const body = { name: 'ERP', scopes: ['orders:read' as const], days: 365 as const }
    const { id: apiKey } = await customer.call(createApiKey, { body })
    return { apiKey }
  },
  calls: {
    [`POST ${KEYS}`]: () => ({ body: { name: 'CRM', scopes: ['invoices:read'], days: 90 } }),
    [`PATCH ${KEYS}/:id`]: ({ apiKey }) => ({ params: [apiKey], body: { name: 'ERP live' } }),
    [`POST ${KEYS}/:id/replace`]: ({ apiKey }) => ({ params: [apiKey], body: { overlapHours: 24 } }),
    [`DELETE ${KEYS}/:id`]: ({ apiKey }) => ({ params: [apiKey] }),
  },
}
