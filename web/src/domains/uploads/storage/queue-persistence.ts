import type { QueueStore } from '../queue/queue-store.ts'
import { hasProblem, isAlbumPending, isReason, isUndecided, type UploadItem } from '../queue/upload-item.ts'
import type { QueueStorage } from './queue-storage.ts'

/** Older queues are not restored. The service keeps the bytes of an unfinished file for a day; then it is sent anew. */
const MAX_AGE_MS = 7 * 86_400_000

/**
 * Stores every change of the queue except progress, whose offset the service knows. The first write that fails is passed
 * to `onFailed` and stops the persistence. Returns a function that stops it after writing the remaining changes.
 */
export function persistQueue(
  store: QueueStore,
  storage: QueueStorage,
  getHandle: (id: string) => FileSystemFileHandle | undefined,
  onFailed: (error: unknown) => void,
): () => Promise<void> {
  const storedItemById = new Map<string, string>(store.queue().map(item => [item.id, serialize(item)]))
  let lastWrite = Promise.resolve()
  let isScheduled = false

  const write = async () => {
    isScheduled = false
    const queue = store.queue()
    const changedItems = queue.filter(item => storedItemById.get(item.id) !== serialize(item))
    const presentIds = new Set(queue.map(({ id }) => id))
    const removedIds = [...storedItemById.keys()].filter(id => !presentIds.has(id))
    if (changedItems.length === 0 && removedIds.length === 0) return
    for (const item of changedItems) storedItemById.set(item.id, serialize(item))
    for (const id of removedIds) storedItemById.delete(id)
    await storage.write(
      changedItems.map(item => ({ item, handle: getHandle(item.id) })),
      removedIds,
    )
  }
  const flush = () => {
    lastWrite = lastWrite.then(write).catch(error => {
      stopListening()
      onFailed(error)
    })
    return lastWrite
  }
  const stopListening = store.subscribe(() => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(flush)
  })
  return () => {
    stopListening()
    return flush()
  }
}

/**
 * Returns the items of an earlier visit to restore: unfinished ones as 'missing', and finished ones, to be confirmed or
 * discarded. Files that are refused or closed, and folders that could not be listed, stay with their reason: the
 * count adds up after a reload. Leaves out items that are too old, and a queue without unfinished or undecided
 * items; confirmed files with a problem stay until they are dismissed.
 */
export function listRestorableItems(storedItems: readonly UploadItem[], now: number): UploadItem[] {
  const items = storedItems
    .filter(item => now - item.since < MAX_AGE_MS)
    // The upload session ended with the page.
    .filter(item => !item.phone || hasEnded(item))
  const confirmedItems = items.filter(isConfirmed)
  const unconfirmedItems = items.filter(item => !isConfirmed(item))
  return [
    ...(confirmedItems.some(item => !hasEnded(item) || hasProblem(item) || isAlbumPending(item))
      ? confirmedItems
      : []),
    ...(unconfirmedItems.some(isUndecided) ? unconfirmedItems : []),
  ].map(({ reason, ...item }) => {
    if (!hasEnded(item)) return { ...item, earlier: true, state: 'missing' }
    // A reason of a later version of the page has no text here.
    return { ...item, earlier: true, ...(reason && isReason(reason) && { reason }) }
  })
}

const isConfirmed = ({ confirmed }: UploadItem) => confirmed === true
const hasEnded = (item: UploadItem) => ENDED_STATES.has(item.state) || isLastingProblem(item)

/** Whether another attempt would not help: other failed files are sent again once their file can be read. */
const isLastingProblem = (item: UploadItem) =>
  item.state === 'refused' ||
  (item.state === 'failed' && (item.unread === 'folder' || (isConfirmed(item) && item.reason === 'closed')))

const ENDED_STATES: ReadonlySet<string> = new Set([
  'processing',
  'added',
  'already-there',
  'restored',
  'companion',
  'left-out',
])

/** Items are never changed in place: those of a folder of thousands are not serialized again for a change of one. */
const serializedItems = new WeakMap<UploadItem, string>()

function serialize(item: UploadItem): string {
  const known = serializedItems.get(item)
  if (known !== undefined) return known
  const serialized = serializeAnew(item)
  serializedItems.set(item, serialized)
  return serialized
}

/** The reason of a waiting file changes with each failed attempt. */
function serializeAnew({ reason, ...item }: UploadItem): string {
  return JSON.stringify({ ...item, sent: undefined, ...(hasProblem(item) && { reason }) })
}
