import { promisifyRequest } from './promisify-request.ts'

/** Copies of chosen files, for browsers without file handles: a phone may reload the page at any time. */
export interface FileCache {
  load: () => Promise<Map<string, File>>
  put: (id: string, file: File) => Promise<void>
  delete: (ids: readonly string[]) => Promise<void>
  close: () => void
}

/** Deletes the cached files of all accounts whose key begins with `prefix`. Rejects if the browser denies storage. */
export async function deleteCachedFiles(prefix: string): Promise<void> {
  const database = await openDatabase()
  const range = IDBKeyRange.bound([prefix], [`${prefix}\uffff`, []])
  await promisifyRequest(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(range))
  database.close()
}

/** The same as for the stored queue. */
const MAX_AGE_MS = 7 * 86_400_000

/** Total size of the cache; files beyond it are not cached and have to be chosen again. */
const MAX_BYTES = 1024 ** 3

/**
 * Returns the file cache of an account in IndexedDB. Rejects if the browser denies storage. A file that exceeds the
 * quota, or is chosen in a private window of WebKit, is not cached.
 */
export async function openFileCache(account: string): Promise<FileCache> {
  const database = await openDatabase()
  const range = IDBKeyRange.bound([account], [account, []])
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE)
  const sizes = new Map<string, number>()
  return {
    async load() {
      await deleteExpired(store('readwrite'))
      const records = (await promisifyRequest(store('readonly').getAll(range))) as CachedFile[]
      for (const { id, file } of records) sizes.set(id, file.size)
      return new Map(records.map(({ id, file }) => [id, file]))
    },
    async put(id, file) {
      const totalBytes = [...sizes.values()].reduce((sum, size) => sum + size, file.size)
      if (totalBytes > MAX_BYTES) return
      sizes.set(id, file.size)
      try {
        await promisifyRequest(
          store('readwrite').put({ account, id, file, at: Date.now() } satisfies CachedFile),
        )
      } catch (error) {
        sizes.delete(id)
        if (!(error instanceof DOMException && NOT_CACHEABLE_ERRORS.has(error.name))) throw error
      }
    },
    async delete(ids) {
      const cachedIds = ids.filter(id => sizes.delete(id))
      await Promise.all(cachedIds.map(id => promisifyRequest(store('readwrite').delete([account, id]))))
    },
    close: () => database.close(),
  }
}

/** Names of the errors of a full storage, and of private windows of WebKit, whose storage has no files. */
const NOT_CACHEABLE_ERRORS = new Set(['QuotaExceededError', 'UnknownError'])

interface CachedFile {
  account: string
  id: string
  file: File
  /** When it was cached, ms. */
  at: number
}

const STORE = 'files'
const BY_AGE = 'by-age'

/** Deletes expired files of all accounts: their customers may not visit again. */
async function deleteExpired(store: IDBObjectStore): Promise<void> {
  const expiredRange = IDBKeyRange.upperBound(Date.now() - MAX_AGE_MS)
  const keys = await promisifyRequest(store.index(BY_AGE).getAllKeys(expiredRange))
  await Promise.all(keys.map(key => promisifyRequest(store.delete(key))))
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('keepsake.upload-files', 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ['account', 'id'] }).createIndex(BY_AGE, 'at')
  return promisifyRequest(request)
}
