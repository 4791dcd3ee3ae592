import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import { version, versionAnswer } from './retailer-orders.ts'
import { dryRunFields, listBack, readBack } from './retailer-states.ts'

/** The retailer's decision about a business customer. */
export const DECIDED_STATUSES = ['Active', 'Blocked'] as const

export const putCustomerStatus = endpoint('PUT', 'customers', '/retailer/customers/:accountId/status', {
  policy: 'service',
  serviceScope: 'customers:write',
  summary: 'Stores a version of the status of a business customer, who gets a mail when it changes (AA-107)',
  params: z.object({ accountId: accountIdInput }),
  query: z.object(dryRunFields),
  body: z.strictObject({ version, status: z.enum(DECIDED_STATUSES) }),
  answer: versionAnswer,
  errors: ['not-found', 'conflict'],
})

export const getRetailerCustomerStatus = readBack(putCustomerStatus, {
  summary: 'The status of a business customer as it was sent last (NX-358)',
})
export const getRetailerCustomerStatuses = listBack(
  'customers',
  'customers',
  'Statuses of business customers that were sent since an instant',
)
