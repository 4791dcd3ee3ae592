import { defineEvent } from '../../platform/events/events.ts'

/** A mail to a customer was refused for good, at once or later. */
export const mailBounced = defineEvent<{ accountId: string; kind: string; ref: string }>('mails.bounced')
