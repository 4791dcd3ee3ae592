import { businessDetailsInput, getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { route } from '#server/http/route.ts'
import { getBusiness, getBusinessRules, saveBusinessDetails } from './details.ts'
import { storeStatus } from './status.ts'

export const businessRoutes = [
  route(getBusinessDetails, ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return getBusiness(ctx, caller.accountId)
  }),
  route(
    putBusinessDetails,
    ({ ctx, caller, body, request }) =>
      saveBusinessDetails(ctx, caller.accountId, body, request.headers['if-match']),
    async call => businessDetailsInput(await getBusinessRules(call)),
  ),
  route(putCustomerStatus, ({ ctx, params, body }) => storeStatus(ctx, params.accountId, body)),
]
