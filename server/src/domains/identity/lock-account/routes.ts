import * as contract from '#contract/not-me.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import { endAllAccess } from './not-me.ts'

/** 'It wasn't me' of the signed-in customer. */
export const notMeRoutes = [
  route(contract.endAllAccess, async ({ ctx, caller, request }) => {
    // An external identity provider has password and sessions.
    if (ctx.config.oidc) throw notFound('End of all access')
    return { email: await endAllAccess(ctx, caller, describeRequest(request)) }
  }),
]
