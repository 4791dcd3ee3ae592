import { defineEvent } from '../../platform/events/events.ts'

/**
 * A shared album changed for its members or was deleted ('removed'). `photos`: photos added to or removed from what it
 * shows; without `photoIds` there are too many to list. The transaction has locked the album and notified its owner.
 */
export const sharedAlbumChanged = defineEvent<{
  accountId: string
  albumId: string
  change: 'updated' | 'removed'
  photos?: { photoIds?: string[]; change: 'added' | 'removed' }
}>('albums.shared-changed')
