import { defineEvent } from '../../platform/events/events.ts'

/** Event: a mail to a customer was rejected permanently, at once or later. */
export const mailBounced = defineEvent<{ accountId: string; kind: string; ref: string }>('mails.bounced')
