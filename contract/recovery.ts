import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './scalars.ts'

/** A new password by mail that waits, because the account has a passkey older than 30 days. */
export const pendingRecovery = z.object({
  requestedAt: instant,
  /** When the mailed link begins to work. */
  effectiveAt: instant,
})

export const getRecovery = endpoint('GET', 'account', '/recovery', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'The recovery by mail that waits; null without one',
  answer: z.object({ pending: pendingRecovery.nullable() }),
})

export const stopRecovery = endpoint('DELETE', 'account', '/recovery', {
  policy: 'customer',
  summary:
    'Ends the mailed link to choose a new password while it waits, and tells all addresses; one that works stays. May be repeated',
})
