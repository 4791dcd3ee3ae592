import type { UploadItem } from '../queue/item.ts'

interface AskableHandle extends FileSystemFileHandle {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

/** Whether the page may read a kept file again; with `ask` the browser asks the customer if need be. */
export async function mayRead(handle: AskableHandle, ask: boolean): Promise<boolean> {
  const mode = { mode: 'read' } as const
  const now = await handle.queryPermission?.(mode)
  if (now !== 'prompt' || !ask) return now === 'granted'
  return (await handle.requestPermission?.(mode)) === 'granted'
}

/** The file behind a handle if it is still the one that was chosen. */
export async function sameFile(
  handle: FileSystemFileHandle,
  item: Pick<UploadItem, 'size' | 'lastModified'>,
): Promise<File | undefined> {
  try {
    const file = await handle.getFile()
    return file.size === item.size && file.lastModified === item.lastModified ? file : undefined
  } catch {
    // Moved or deleted.
    return undefined
  }
}
