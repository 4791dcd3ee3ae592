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
 * another tab has the lock, which is that of the account unless `lock` names another one. Rejects if the browser denies
 * storage.
 */
export async function openQueueStorage(account: string, lock = account): Promise<QueueStorage | undefined> {
  const release = await acquireLock(`keepsake.uploads.${lock}`)
  if (!release) return undefined
  try {
    const database = await openDatabase()
    return {
      load: () => loadItems(database, account),
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

/** Returns the stored queue of an account, whichever tab has its lock. Rejects if the browser denies storage. */
export async function readStoredItems(account: string): Promise<UploadItem[]> {
  const database = await openDatabase()
  const items = await loadItems(database, account)
  database.close()
  return items.map(({ item }) => item)
}

/** Deletes the stored queue of an account. Rejects if the browser denies storage. */
export async function deleteStoredItems(account: string): Promise<void> {
  const database = await openDatabase()
  await promisifyRequest(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(toRange(account)))
  database.close()
}

/** Whether uploads of an account are stored. Rejects if the browser denies storage. */
export async function hasStoredUploads(account: string): Promise<boolean> {
  const database = await openDatabase()
  const count = await promisifyRequest(database.transaction(STORE).objectStore(STORE).count(toRange(account)))
  database.close()
  return count > 0
}

interface StoredRecord extends StoredItem {
  account: string
  id: string
}

const NAME = 'keepsake.uploads'
const STORE = 'items'

const toRange = (account: string) => IDBKeyRange.bound([account], [account, []])

async function loadItems(database: IDBDatabase, account: string): Promise<StoredItem[]> {
  const store = database.transaction(STORE).objectStore(STORE)
  const records = (await promisifyRequest(store.getAll(toRange(account)))) as StoredRecord[]
  return records.map(({ item, handle }) => ({ item, handle })).sort(byTime)
}

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
