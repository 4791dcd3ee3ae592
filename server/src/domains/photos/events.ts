import { defineEvent } from '../../platform/events/events.ts'

/**
 * Photos went into the bin, came back into the library, or are being erased ('nowhere'). Their rows are locked by the
 * transaction. Whoever keeps counts or lists of photos follows here.
 */
export const photosMoved = defineEvent<{
  accountId: string
  photoIds: string[]
  to: 'library' | 'bin' | 'nowhere'
}>('photos.moved')
