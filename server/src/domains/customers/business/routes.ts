import { businessDetailsInput, getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import {
  getRetailerCustomerStatus,
  getRetailerCustomerStatuses,
  putCustomerStatus,
} from '#contract/retailer-customers.ts'
import { route } from '#server/http/route.ts'
import { receiveSubmission } from '#server/http/submission.ts'
import { answerState, answerStates } from '../../services/index.ts'
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
  route(putCustomerStatus, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'statuses', key: params.accountId }
    return receiveSubmission(call, reference, sent => storeStatus(ctx, params.accountId, body, sent))
  }),
  route(getRetailerCustomerStatus, call => answerState(call, 'statuses', call.params.accountId)),
  route(getRetailerCustomerStatuses, call => answerStates(call, 'statuses')),
]
