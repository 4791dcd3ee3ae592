import { defineEvent } from '#server/platform/events/events.ts'

/** An API key ends in 30, 7 or 1 days. */
export const apiKeyExpiring = defineEvent<{
  accountId: string
  keyId: string
  name: string
  expiresAt: Date
}>('api-key.expiring')
