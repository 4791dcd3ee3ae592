import type { LibraryPush } from '#contract/push.ts'

/** Returns the subject of all toasts about an album: a newer one replaces the older, also one that offers to undo. */
export const getAlbumSubject = (albumId: string): string => `album ${albumId}`

/** Whether the message says that the album was deleted: changes of it cannot be undone any more. */
export const isAlbumRemoved = (albumId: string, message: LibraryPush): boolean =>
  message.type === 'albums-changed' && message.change === 'removed' && message.albumIds.includes(albumId)
