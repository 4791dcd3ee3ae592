import { changePassword, passwordBody } from '#contract/password.ts'
import { route } from '#server/http/route.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import { setNewPassword } from './change-password.ts'

/** The password of a customer who is signed in (NX-319). */
export const passwordRoutes = [
  route(
    changePassword,
    ({ ctx, caller, body, request }) => setNewPassword(ctx, caller, { ...body, ...describeRequest(request) }),
    async ({ ctx, caller }) =>
      passwordBody({ presentEmail: (await getActiveCustomer(ctx.db, caller.accountId)).email }),
  ),
]
