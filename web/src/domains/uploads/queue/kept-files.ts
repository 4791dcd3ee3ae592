/** Files that outlive the page where the browser gives no handles: phones reload pages whenever they like. */
export interface KeptFiles {
  load: () => Promise<Map<string, File>>
  keep: (id: string, file: File) => Promise<void>
  drop: (ids: readonly string[]) => Promise<void>
  close: () => void
}

/** Forgets all kept files of accounts that begin with `prefix`. Rejects where the browser denies storage. */
export async function forgetFilesOf(prefix: string): Promise<void> {
  const database = await openDatabase()
  const range = IDBKeyRange.bound([prefix], [`${prefix}\uffff`, []])
  await settled(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(range))
  database.close()
}

/** As long as the queue itself. */
const KEPT_MS = 7 * 86_400_000

/** More than that is not kept: those files have to be chosen again. */
const MOST_BYTES = 1024 ** 3

/**
 * Copies of an account's files in IndexedDB. Rejects where the browser denies storage; a file that does not fit is not
 * kept, and that is all.
 */
export async function openKeptFiles(account: string): Promise<KeptFiles> {
  const database = await openDatabase()
  const range = IDBKeyRange.bound([account], [account, []])
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE)
  const sizes = new Map<string, number>()
  return {
    async load() {
      await forgetOld(store('readwrite'))
      const records = (await settled(store('readonly').getAll(range))) as Kept[]
      for (const { id, file } of records) sizes.set(id, file.size)
      return new Map(records.map(({ id, file }) => [id, file]))
    },
    async keep(id, file) {
      const total = [...sizes.values()].reduce((sum, size) => sum + size, file.size)
      if (total > MOST_BYTES) return
      sizes.set(id, file.size)
      try {
        await settled(store('readwrite').put({ account, id, file, at: Date.now() } satisfies Kept))
      } catch (error) {
        sizes.delete(id)
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
      }
    },
    async drop(ids) {
      const known = ids.filter(id => sizes.delete(id))
      await Promise.all(known.map(id => settled(store('readwrite').delete([account, id]))))
    },
    close: () => database.close(),
  }
}

interface Kept {
  account: string
  id: string
  file: File
  /** When it was kept, ms. */
  at: number
}

const STORE = 'files'
const BY_AGE = 'by-age'

/** Of any account: nobody may come back for theirs. */
async function forgetOld(store: IDBObjectStore): Promise<void> {
  const old = IDBKeyRange.upperBound(Date.now() - KEPT_MS)
  const keys = await settled(store.index(BY_AGE).getAllKeys(old))
  await Promise.all(keys.map(key => settled(store.delete(key))))
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('keepsake.upload-files', 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ['account', 'id'] }).createIndex(BY_AGE, 'at')
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
