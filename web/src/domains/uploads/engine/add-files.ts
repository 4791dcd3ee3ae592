import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { findByFile } from '../queue/item-matching.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import { validateFile } from './file-restrictions.ts'
import { attachFile, type UploadContext } from './upload-context.ts'

/** The import of a file: its upload batch, and the album it is added to. */
export type Import = Pick<UploadItem, 'albumId' | 'batchId'>

/** Adds chosen files to the queue. One that is missing from an earlier visit is resumed in its own import. */
export async function addFiles(
  ctx: UploadContext,
  pickedFiles: readonly PickedFile[],
  target: Import,
): Promise<void> {
  const { store, files, environment } = ctx
  const matchedIds = new Set<string>()
  const items: UploadItem[] = []
  for (const { file, handle } of pickedFiles) {
    const match = findByFile(store.queue(), file, matchedIds)
    if (match) matchedIds.add(match.id)
    const id = match?.id ?? environment.newId()
    if (handle) files.handles.set(id, handle)
    if (match) attachFile(ctx, id, file)
    else {
      files.files.set(id, file)
      // A thousandth of a millisecond apart: the stored queue is sorted by `since`.
      const item = await newItem(id, file, environment.now() + items.length / 1000)
      items.push({ ...item, ...target })
    }
  }
  if (items.length > 0) store.dispatch({ type: 'added', items })
  for (const { id, state } of items)
    if (state === 'queued') files.cache?.put(id, files.files.get(id)!).catch(environment.report)
}

/** Returns the queue item of a chosen file: queued, or refused by validateFile. */
async function newItem(id: string, file: File, since: number): Promise<UploadItem> {
  const { name, size, lastModified, type } = file
  const reason = await validateFile(file)
  const item = {
    id,
    name,
    size,
    lastModified,
    type,
    since,
    sent: 0,
    compared: false,
    deselected: false,
    earlier: false,
  }
  return reason ? { ...item, state: 'refused', reason } : { ...item, state: 'queued' }
}
