import { z } from 'zod'
import { accountIdInput } from './id.ts'
import { listBack, readBack, submission, version } from './retailer-states.ts'

/** The retailer's decision about a business customer. */
export const DECIDED_STATUSES = ['Active', 'Blocked'] as const

export const putCustomerStatus = submission('customers', '/retailer/customers/:accountId/status', {
  serviceScope: 'customers:write',
  summary: 'Stores a version of the status of a business customer, who gets a mail when it changes (AA-107)',
  params: z.object({ accountId: accountIdInput }),
  body: z.strictObject({ version, status: z.enum(DECIDED_STATUSES) }),
})

export const getRetailerCustomerStatus = readBack(putCustomerStatus, {
  summary: 'The status of a business customer as it was sent last (NX-358)',
})
export const getRetailerCustomerStatuses = listBack(putCustomerStatus, {
  summary: 'Statuses of business customers that were sent since an instant',
})
