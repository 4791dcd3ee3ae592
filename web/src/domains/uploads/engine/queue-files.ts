/** The files of this page by queue id; a queue item outlives its file. */
export interface QueueFiles {
  files: Map<string, File>
  handles: Map<string, FileSystemFileHandle>
}

export const createQueueFiles = (): QueueFiles => ({ files: new Map(), handles: new Map() })

/** Whether the browser can still read a file: it may have been moved, changed or unplugged. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
