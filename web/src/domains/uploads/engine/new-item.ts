import type { UploadItem } from '../queue/upload-item.ts'
import { validateFile } from './file-restrictions.ts'

/** The queue item of a chosen file: queued, or refused by validateFile. */
export async function newItem(id: string, file: File, since: number): Promise<UploadItem> {
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
