import type { QueueStore } from '../queue/queue-store.ts'
import { isAlbumPending, isUndecided, type UploadItem } from '../queue/upload-item.ts'
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
  handleOf: (id: string) => FileSystemFileHandle | undefined,
  onFailed: (error: unknown) => void,
): () => Promise<void> {
  const written = new Map<string, string>(store.queue().map(item => [item.id, serialize(item)]))
  let writing = Promise.resolve()
  let planned = false

  const write = async () => {
    planned = false
    const queue = store.queue()
    const changed = queue.filter(item => written.get(item.id) !== serialize(item))
    const present = new Set(queue.map(({ id }) => id))
    const removed = [...written.keys()].filter(id => !present.has(id))
    if (changed.length === 0 && removed.length === 0) return
    for (const item of changed) written.set(item.id, serialize(item))
    for (const id of removed) written.delete(id)
    await storage.write(
      changed.map(item => ({ item, handle: handleOf(item.id) })),
      removed,
    )
  }
  const flush = () => {
    writing = writing.then(write).catch(error => {
      stopListening()
      onFailed(error)
    })
    return writing
  }
  const stopListening = store.subscribe(() => {
    if (planned) return
    planned = true
    queueMicrotask(flush)
  })
  return () => {
    stopListening()
    return flush()
  }
}

/**
 * The items of an earlier visit to restore: unfinished ones as 'missing', and finished ones, to be confirmed or discarded
 * (0081). A queue in which nothing is left to do is not restored, nor are items that are too old.
 */
export function restorableItems(stored: readonly UploadItem[], now: number): UploadItem[] {
  const items = stored
    .filter(item => item.state !== 'refused' && now - item.since < MAX_AGE_MS)
    // The upload session ended with the page.
    .filter(item => !item.phone || hasEnded(item))
  const [confirmed, others] = [items.filter(isConfirmed), items.filter(item => !isConfirmed(item))]
  return [
    ...(confirmed.some(item => !hasEnded(item) || isAlbumPending(item)) ? confirmed : []),
    ...(others.some(isUndecided) ? others : []),
  ].map(item => ({ ...item, earlier: true, state: hasEnded(item) ? item.state : 'missing' }))
}

const isConfirmed = ({ confirmed }: UploadItem) => confirmed === true
const hasEnded = ({ state }: UploadItem) => ENDED.has(state)

const ENDED: ReadonlySet<string> = new Set(['processing', 'added', 'already-there', 'restored'])

function serialize({ sent: _, reason: __, ...item }: UploadItem): string {
  return JSON.stringify(item)
}
