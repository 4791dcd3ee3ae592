/** Files that outlive the page where the browser gives no handles: phones reload pages whenever they like. */
export interface KeptFiles {
  load: () => Promise<Map<string, File>>
  keep: (id: string, file: File) => Promise<void>
  drop: (ids: readonly string[]) => Promise<void>
  close: () => void
}

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
      const records = (await settled(store('readonly').getAll(range))) as Kept[]
      for (const { id, file } of records) sizes.set(id, file.size)
      return new Map(records.map(({ id, file }) => [id, file]))
    },
    async keep(id, file) {
      const total = [...sizes.values()].reduce((sum, size) => sum + size, file.size)
      if (total > MOST_BYTES) return
      sizes.set(id, file.size)
      try {
        await settled(store('readwrite').put({ account, id, file }))
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
}

const STORE = 'files'

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('keepsake.upload-files', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['account', 'id'] })
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
