import type { UploadItem } from './item.ts'

export interface StoredItem {
  item: UploadItem
  /** Lets the page read the file again after asking, where the browser has such. */
  handle?: FileSystemFileHandle
}

/** Keeps one account's queue. All may reject when the browser denies storage. */
export interface QueueStorage {
  load: () => Promise<StoredItem[]>
  write: (changed: readonly StoredItem[], gone: readonly string[]) => Promise<void>
  /** Hands the queue to the next tab that asks. */
  release: () => void
}

/**
 * The queue of an account in IndexedDB, for one tab at a time; undefined while another tab has it (that tab's uploads
 * must not be sent twice). Rejects where the browser denies storage.
 */
export async function openQueueStorage(account: string): Promise<QueueStorage | undefined> {
  const release = await ownership(`keepsake.uploads.${account}`)
  if (!release) return undefined
  try {
    const database = await openDatabase()
    const range = IDBKeyRange.bound([account], [account, []])
    return {
      async load() {
        const records = await settled(database.transaction(STORE).objectStore(STORE).getAll(range))
        return (records as Stored[]).map(({ item, handle }) => ({ item, handle })).sort(byTime)
      },
      async write(changed, gone) {
        const transaction = database.transaction(STORE, 'readwrite')
        const store = transaction.objectStore(STORE)
        for (const { item, handle } of changed) store.put({ account, id: item.id, item, handle })
        for (const id of gone) store.delete([account, id])
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error)
        })
      },
      release() {
        database.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

interface Stored extends StoredItem {
  account: string
  id: string
}

const NAME = 'keepsake.uploads'
const STORE = 'items'

const byTime = (a: StoredItem, b: StoredItem) => a.item.since - b.item.since

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['account', 'id'] })
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Takes a lock of the browser if it is free; answers how to give it back. */
function ownership(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, lock => {
        if (!lock) return resolve(undefined)
        return new Promise<void>(release => resolve(release))
      })
      .catch(reject)
  })
}
