import type { UploadItem } from './item.ts'
import type { QueueStorage } from './storage.ts'
import type { QueueStore } from './store.ts'

/** What is not continued for so long is forgotten, as at the service. */
const KEPT_MS = 7 * 86_400_000

/**
 * Writes every change of the queue that must outlive the page; progress is not one, the service knows the offset.
 * A write that fails is told to `failed` once and ends the keeping. Answers how to stop, which writes what is left.
 */
export function persist(
  store: QueueStore,
  storage: QueueStorage,
  handleOf: (id: string) => FileSystemFileHandle | undefined,
  failed: (error: unknown) => void,
): () => Promise<void> {
  // A phone's files are the service's to remember.
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
 * What an earlier visit left: files that must be chosen again ('missing') with what that visit had finished, so that
 * finished ones are not sent again. A queue that was finished altogether, and what is too old, is not taken up.
 */
export function leftOver(stored: readonly UploadItem[], now: number): UploadItem[] {
  const items = stored
    .filter(item => item.state !== 'refused' && now - item.since < KEPT_MS)
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
