import type { UploadItem } from '../queue/upload-item.ts'

interface PermissionHandle extends FileSystemFileHandle {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

/** Whether the page may read the file of a stored handle; with `request` the browser may prompt the customer. */
export async function hasReadPermission(handle: PermissionHandle, request: boolean): Promise<boolean> {
  const mode = { mode: 'read' } as const
  const permission = await handle.queryPermission?.(mode)
  if (permission !== 'prompt' || !request) return permission === 'granted'
  return (await handle.requestPermission?.(mode)) === 'granted'
}

/** Loads the file of a handle; undefined if it was changed, moved or deleted since it was chosen. */
export async function readUnchangedFile(
  handle: FileSystemFileHandle,
  item: Pick<UploadItem, 'size' | 'lastModified' | 'unread'>,
): Promise<File | undefined> {
  try {
    const file = await handle.getFile()
    const isUnchanged = file.size === item.size && file.lastModified === item.lastModified
    return item.unread || isUnchanged ? file : undefined
  } catch {
    // The file was moved or deleted, or cannot be read at the moment: the item stays missing, to be chosen again.
    return undefined
  }
}
