/** Files and handles of this page by item id. A queue item may have none: it is stored, its file is not. */
export interface QueueFiles {
  files: Map<string, File>
  handles: Map<string, FileSystemFileHandle>
}

export const createQueueFiles = (): QueueFiles => ({ files: new Map(), handles: new Map() })

/** Whether the browser can still read a file, which may have been moved, changed or disconnected. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
