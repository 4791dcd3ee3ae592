import { defineEvent } from '../../platform/events/events.ts'

/**
 * A shared album looks different to its members, or is gone ('removed'). `photos` are those it shows anew or no longer;
 * without `photoIds` more than can be named. The album is locked by the transaction and its owner has been told.
 */
export const sharedAlbumChanged = defineEvent<{
  accountId: string
  albumId: string
  change: 'updated' | 'removed'
  photos?: { photoIds?: string[]; change: 'added' | 'removed' }
}>('albums.shared-changed')
