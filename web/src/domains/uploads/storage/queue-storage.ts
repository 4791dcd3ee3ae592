import type { UploadItem } from '../queue/upload-item.ts'
import { promisifyRequest } from './promisify-request.ts'

export interface StoredItem {
  item: UploadItem
  /** Lets the page read the file again with permission, if the browser supports handles. */
  handle?: FileSystemFileHandle
}

/** The stored queue of one account. Every method may reject if the browser denies storage. */
export interface QueueStorage {
  load: () => Promise<StoredItem[]>
  write: (changes: readonly StoredItem[], removedIds: readonly string[]) => Promise<void>
  /** Releases the queue for another tab. */
  release: () => void
}

/**
 * Returns the queue of an account in IndexedDB, locked for one tab, so that no upload is sent twice; undefined while
 * another tab has the lock. Rejects if the browser denies storage.
 */
export async function openQueueStorage(account: string): Promise<QueueStorage | undefined> {
  const release = await acquireLock(`keepsake.uploads.${account}`)
  if (!release) return undefined
  try {
    const database = await openDatabase()
    const range = IDBKeyRange.bound([account], [account, []])
    return {
      async load() {
        const records = await promisifyRequest(database.transaction(STORE).objectStore(STORE).getAll(range))
        return (records as StoredRecord[]).map(({ item, handle }) => ({ item, handle })).sort(byTime)
      },
      async write(changes, removedIds) {
        const transaction = database.transaction(STORE, 'readwrite')
        const store = transaction.objectStore(STORE)
        for (const { item, handle } of changes) store.put({ account, id: item.id, item, handle })
        for (const id of removedIds) store.delete([account, id])
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

/** Whether uploads of an account are stored. Rejects if the browser denies storage. */
export async function hasStoredUploads(account: string): Promise<boolean> {
  const database = await openDatabase()
  const range = IDBKeyRange.bound([account], [account, []])
  const count = await promisifyRequest(database.transaction(STORE).objectStore(STORE).count(range))
  database.close()
  return count > 0
}

interface StoredRecord extends StoredItem {
  account: string
  id: string
}

const NAME = 'keepsake.uploads'
const STORE = 'items'

const byTime = (a: StoredItem, b: StoredItem) => a.item.since - b.item.since

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['account', 'id'] })
  return promisifyRequest(request)
}

/** Acquires a Web Lock if it is free; resolves with the function that releases it, else with undefined. */
function acquireLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, lock => {
        if (!lock) return resolve(undefined)
        return new Promise<void>(release => resolve(release))
      })
      .catch(reject)
  })
}
