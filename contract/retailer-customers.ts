import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import { version, versionAnswer } from './retailer-orders.ts'

/** The retailer's decision about a business customer (OP-50). */
export const DECIDED_STATUSES = ['Active', 'Blocked'] as const

export const putCustomerStatus = endpoint({
  method: 'PUT',
  service: 'customers',
  path: '/retailer/customers/:accountId/status',
  policy: 'service',
  summary: 'Stores a version of the status of a business customer, who gets a mail when it changes (AA-107)',
  params: z.object({ accountId: accountIdInput }),
  body: z.strictObject({ version, status: z.enum(DECIDED_STATUSES) }),
  answer: versionAnswer,
  errors: ['bad-request', 'unauthorized', 'not-found', 'conflict'],
})
