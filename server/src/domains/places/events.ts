import { defineEvent } from '../../platform/events/events.ts'

/** The customer turned places off; the transaction has locked the choice. Domains that store towns delete them here. */
export const placesTurnedOff = defineEvent<{ accountId: string }>('places.turned-off')
