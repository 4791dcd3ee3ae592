import { defineEvent } from '../../platform/events/events.ts'

/** A customer has asked for their old library: how long photos are kept follows in the same transaction. */
export const activationStarted = defineEvent<{ accountId: string }>('activation.started')
