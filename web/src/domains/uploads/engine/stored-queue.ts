import { hasReadPermission, readUnchangedFile } from '../storage/file-handles.ts'
import { listRestorableItems, persistQueue } from '../storage/queue-persistence.ts'
import type { QueueStorage } from '../storage/queue-storage.ts'
import { attachFile } from './add-files.ts'
import type { UploadContext } from './upload-context.ts'

/** Returns the queue in the browser's storage: restored by `open`, stored after each change until `close`. */
export function createStoredQueue(ctx: UploadContext) {
  const { store, files, environment } = ctx
  let storage: QueueStorage | undefined
  let endPersisting = async () => {}

  return {
    /** Whether the queue survives a reload. */
    isOpen: () => storage !== undefined,
    /** Restores the queue of an earlier visit with the files that can be read, if the browser allows storage. */
    async open() {
      storage = await environment.storage()
      if (!storage) return
      await restoreItems(ctx, storage)
      endPersisting = persistQueue(store, storage, id => files.handles.get(id), environment.report)
      await restoreCachedFiles(ctx)
      await restoreFromHandles(ctx, false)
    },
    async close() {
      await endPersisting()
      endPersisting = async () => {}
      storage?.release()
      storage = undefined
      files.cache?.close()
      files.cache = undefined
    },
  }
}

async function restoreItems({ store, files, environment }: UploadContext, storage: QueueStorage) {
  const storedItems = await storage.load()
  const items = listRestorableItems(
    storedItems.map(({ item }) => item),
    environment.now(),
  )
  for (const { item, handle } of storedItems) if (handle) files.handles.set(item.id, handle)
  const restoredIds = new Set(items.map(({ id }) => id))
  const obsoleteItems = storedItems.filter(({ item }) => !restoredIds.has(item.id) && !store.find(item.id))
  await storage.write(
    [],
    obsoleteItems.map(({ item }) => item.id),
  )
  store.dispatch({ type: 'added', items: items.filter(({ id }) => !store.find(id)) })
}

/** Resumes missing files whose bytes are cached. */
async function restoreCachedFiles(ctx: UploadContext) {
  const { store, files, environment } = ctx
  files.cache = await environment.fileCache()
  const cachedFiles = (await files.cache?.load()) ?? new Map<string, File>()
  for (const [id, file] of cachedFiles) {
    const item = store.find(id)
    if (item?.state === 'missing') await attachFile(ctx, item, file)
  }
  await files.cache?.delete([...cachedFiles.keys()].filter(id => !store.find(id)))
}

/** Resumes missing files by their handles; `request` asks for permission, which needs a user gesture. */
export async function restoreFromHandles(ctx: UploadContext, request: boolean): Promise<void> {
  const { store, files } = ctx
  for (const item of store.queue().filter(({ state }) => state === 'missing')) {
    const handle = files.handles.get(item.id)
    if (!handle) continue
    if (!(await hasReadPermission(handle, request))) return
    const file = await readUnchangedFile(handle, item)
    // A changed or deleted file has to be chosen again.
    if (file) await attachFile(ctx, item, file)
    else files.handles.delete(item.id)
  }
}
