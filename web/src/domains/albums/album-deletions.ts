/*
 * In a separate file because the photo timeline uses isDeletingAlbum and must not load the calls of albums with it.
 */

/** Whether this page is deleting, or has deleted, the album; the customer needs no notification of it then. */
export function isDeletingAlbum(id: string): boolean {
  return deletedIds.has(id)
}

/** Marks an album as deleted by this page, until `clearDeletion`. */
export function markDeletion(id: string): void {
  deletedIds.add(id)
}

/** Ends isDeletingAlbum once the album's page is left: an undo in another tab creates the album again with its id. */
export function clearDeletion(id: string): void {
  deletedIds.delete(id)
}

const deletedIds = new Set<string>()
