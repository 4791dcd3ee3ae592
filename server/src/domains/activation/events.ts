import { defineEvent } from '../../platform/events/events.ts'

/** A customer has asked for their old library: how long photos are kept follows in the same transaction. */
export const activationStarted = defineEvent<{ accountId: string }>('activation.started')

/** A library lies in another folder of the old store from now on: what was imported so far does not count. */
export const librarySourceChanged = defineEvent<{ accountId: string }>('activation.source-changed')
