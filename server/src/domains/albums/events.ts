import { defineEvent } from '../../platform/events/events.ts'

/**
 * A shared album changed for its members or was deleted ('removed'). `photos`: photos that it shows now or
 * no longer shows; without `photoIds` there are too many to list. The transaction has locked the album and notified its owner.
 */
export const sharedAlbumChanged = defineEvent<{
  accountId: string
  albumId: string
  change: 'updated' | 'removed'
  photos?: { photoIds?: string[]; change: 'added' | 'removed' }
}>('albums.shared-changed')
