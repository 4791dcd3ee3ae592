import type { LibraryPush } from '#contract/push.ts'

/** The subject of all toasts about deleting, restoring and erasing photos: the newest replaces the others. */
export const DELETION_SUBJECT = 'deleted photos'

/** Whether the message says that some of these photos are back: nothing is left to undo. */
export function isRestoredBy(message: LibraryPush, photoIds: ReadonlySet<string>): boolean {
  if (message.type === 'photos-changed')
    return message.change === 'added' && message.photoIds.some(id => photoIds.has(id))
  return message.type === 'library-move' && message.move.to === 'library'
}
