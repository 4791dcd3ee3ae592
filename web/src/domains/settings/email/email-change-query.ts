import type { Claims } from '#contract/customers.ts'
import { getEmailChange } from '#contract/email-changes.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Loads the change of the address that awaits its confirmation, and how this session's customer signed in last. */
export const emailChangeQuery = (claims: Claims) =>
  callQuery(['settings', 'email-change', claims.idpSub], getEmailChange, {
    params: getIdentity(claims),
    enabled: canChangeEmail(claims),
  })

/** Whether the address is changed here: an external identity provider owns those of its accounts. */
export const canChangeEmail = ({ idpType }: Claims) => idpType === 'keepsake'

/** Returns the identity in the path of a call. */
export const getIdentity = ({ idpType, idpSub }: Claims) => ({ idpType, idpSub })
