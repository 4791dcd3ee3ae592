import * as contract from '#contract/withdrawals.ts'
import { type Route, route } from '../../http/route.ts'
import { getRequestBrand } from '../brands/index.ts'
import { submitStatement } from './submit-statement.ts'
import { withdraw } from './withdraw.ts'

export const withdrawalRoutes: readonly Route[] = [
  route(contract.createWithdrawal, ({ ctx, caller, body, request }) =>
    withdraw(ctx, caller.accountId, body, request.receivedAt),
  ),
  route(contract.createStatement, ({ ctx, body, request }) =>
    submitStatement(ctx, getRequestBrand(request), body, {
      submittedAt: request.receivedAt,
      address: request.ip,
    }),
  ),
]
