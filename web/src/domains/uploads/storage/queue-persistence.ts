import type { QueueStore } from '../queue/queue-store.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import type { QueueStorage } from './queue-storage.ts'

/** Older uploads expire, as at the service. */
const MAX_AGE_MS = 7 * 86_400_000

/**
 * Writes every change of the queue that must outlive the page; not progress, as the service knows the offset. The first
 * write that fails is reported to `failed` and ends the writing. Answers how to stop, which writes the remaining changes.
 */
export function persistQueue(
  store: QueueStore,
  storage: QueueStorage,
  handleOf: (id: string) => FileSystemFileHandle | undefined,
  failed: (error: unknown) => void,
): () => Promise<void> {
  // The service remembers the files of a phone.
  const own = () => store.queue().filter(item => !item.phone)
  const written = new Map<string, string>(own().map(item => [item.id, durable(item)]))
  let writing = Promise.resolve()
  let planned = false

  const write = async () => {
    planned = false
    const queue = own()
    const changed = queue.filter(item => written.get(item.id) !== durable(item))
    const here = new Set(queue.map(({ id }) => id))
    const gone = [...written.keys()].filter(id => !here.has(id))
    if (changed.length === 0 && gone.length === 0) return
    for (const item of changed) written.set(item.id, durable(item))
    for (const id of gone) written.delete(id)
    await storage.write(
      changed.map(item => ({ item, handle: handleOf(item.id) })),
      gone,
    )
  }
  const flush = () => {
    writing = writing.then(write).catch(error => {
      stopListening()
      failed(error)
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
 * The items of an earlier visit to restore: unfinished ones as 'missing', and finished ones, so that they are not sent
 * again. A queue without unfinished items is not restored, nor are items that are too old.
 */
export function restorableItems(stored: readonly UploadItem[], now: number): UploadItem[] {
  const items = stored
    .filter(item => item.state !== 'refused' && now - item.since < MAX_AGE_MS)
    .map(item => ({
      ...item,
      earlier: true,
      state: ENDED.has(item.state) ? item.state : ('missing' as const),
    }))
  return items.some(item => item.state === 'missing') ? items : []
}

const ENDED: ReadonlySet<string> = new Set(['processing', 'added', 'already-there', 'restored'])

function durable({ sent: _, reason: __, ...item }: UploadItem): string {
  return JSON.stringify(item)
}
