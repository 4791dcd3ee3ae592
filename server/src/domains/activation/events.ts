import { defineEvent } from '../../platform/events/events.ts'

/** An import run was started. Retention extends the deletion date in the same transaction. */
export const activationStarted = defineEvent<{ accountId: string }>('activation.started')

/** The legacy library has moved to another folder: files imported from the previous one no longer count. */
export const librarySourceChanged = defineEvent<{ accountId: string }>('activation.source-changed')
