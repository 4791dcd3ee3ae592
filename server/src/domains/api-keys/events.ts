import { defineEvent } from '../../platform/events/events.ts'

/** The owner of a key is reminded that it ends in 30, 7 or 1 days. */
export const apiKeyExpiring = defineEvent<{
  accountId: string
  keyId: string
  name: string
  expiresAt: Date
}>('api-key.expiring')
