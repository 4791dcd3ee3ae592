import { getAccountSecurity, getSecurityEvents } from '#contract/security.ts'
import { type Domain, defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { on } from '../../platform/events/events.ts'
import { accessRevoked, setNewAccessList } from '../identity/index.ts'
import { listNewAccess } from './new-access.ts'
import { readSecurityEvents } from './read-events.ts'
import { readSecurity } from './read-security.ts'
import { revokeAccess } from './revoke-access.ts'

/**
 * Creates the domain that lists what grants access to an account in these domains, and ends it by one table of rules
 * (rules.ts).
 */
export function createSecurity(domains: readonly Domain[]): Domain {
  const sources = domains.flatMap(({ access = [] }) => access)
  return defineDomain({
    name: 'security',
    dependsOn: ['identity'],
    routes: [
      route(getAccountSecurity, ({ ctx, caller, reply }) => {
        reply.header('cache-control', 'no-store')
        return readSecurity(ctx, sources, caller)
      }),
      route(getSecurityEvents, ({ ctx, caller, query, reply }) => {
        reply.header('cache-control', 'no-store')
        return readSecurityEvents(ctx, caller.accountId, query)
      }),
    ],
    async mount(_app, ctx) {
      setNewAccessList(ctx, (_ctx, db, accountId) => listNewAccess(ctx, db, sources, accountId))
    },
    listeners: [on(accessRevoked, (ctx, tx, revocation) => revokeAccess(ctx, tx, sources, revocation))],
  })
}
