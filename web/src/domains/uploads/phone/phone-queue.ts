import { isReceived, type UploadItem } from '../queue/upload-item.ts'
import { deleteCachedFiles } from '../storage/file-cache.ts'
import {
  deleteStoredItems,
  openQueueStorage,
  type QueueStorage,
  readStoredItems,
} from '../storage/queue-storage.ts'

/** Returns the key of a phone's queue in the browser's storage: one for all upload sessions of a library. */
export const toPhoneAccount = (libraryKey: string) => `phone ${libraryKey}`

/**
 * Returns the stored queue of a phone for one upload session. Files that an earlier session did not send are queued
 * again without their uploads, which ended with it; those that it sent are removed. Each session has its own lock: the
 * page of an ended one may stay open, frozen by the phone, when another code is scanned.
 */
export async function openPhoneQueue(
  libraryKey: string,
  sessionId: string,
): Promise<QueueStorage | undefined> {
  const storage = await openQueueStorage(toPhoneAccount(libraryKey), `phone ${sessionId}`)
  if (!storage) return undefined
  return {
    ...storage,
    async load() {
      const storedItems = await storage.load()
      const sentItems = storedItems.filter(({ item }) => item.batchId !== sessionId && !isUnsentItem(item))
      await storage.write(
        [],
        sentItems.map(({ item }) => item.id),
      )
      return storedItems
        .filter(stored => !sentItems.includes(stored))
        .map(({ item, handle }) => ({
          item: item.batchId === sessionId ? item : toUnsentItem(item),
          handle,
        }))
    },
    // The batch of a phone's files is their upload session.
    write: (changes, removedIds) =>
      storage.write(
        changes.map(({ item, handle }) => ({ item: { ...item, batchId: sessionId }, handle })),
        removedIds,
      ),
  }
}

/** Returns the item without what belongs to the session that has ended. */
function toUnsentItem({ uploadUrl: _, ...item }: UploadItem): UploadItem {
  return { ...item, sent: 0, state: item.state === 'refused' ? 'failed' : item.state }
}

/** Returns the stored files that no session of the library has sent. Rejects if the browser denies storage. */
export async function readUnsentItems(libraryKey: string): Promise<UploadItem[]> {
  return (await readStoredItems(toPhoneAccount(libraryKey))).filter(isUnsentItem)
}

/** Deletes the stored files of a library. Rejects if the browser denies storage. */
export async function deletePhoneQueue(libraryKey: string): Promise<void> {
  await deleteStoredItems(toPhoneAccount(libraryKey))
  await deleteCachedFiles(toPhoneAccount(libraryKey))
}

/** Whether a new session can send it: the service has not received all of its bytes and has not refused its content. */
export const isUnsentItem = (item: UploadItem) =>
  !isReceived(item) && (item.state !== 'refused' || item.reason === 'too-many-files')
