import { getAccountSecurity, getSecurityEvents } from '#contract/security.ts'
import type { AccessSource } from '#server/domain.ts'
import { type Route, route } from '#server/http/route.ts'
import { readSecurityEvents } from './read-events.ts'
import { readSecurity } from './read-security.ts'

/** Lists what grants access to an account in all domains. */
export const createAccessRoutes = (listSources: () => readonly AccessSource[]): readonly Route[] => [
  route(getAccountSecurity, ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return readSecurity(ctx, listSources(), caller)
  }),
  route(getSecurityEvents, ({ ctx, caller, query, reply }) => {
    reply.header('cache-control', 'no-store')
    return readSecurityEvents(ctx, caller.accountId, query)
  }),
]
