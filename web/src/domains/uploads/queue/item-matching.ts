import type { Queue } from './queue.ts'
import type { UploadItem } from './upload-item.ts'

type FileProperties = Pick<File, 'name' | 'size' | 'lastModified'>

/** Finds the item of an earlier visit by the name, size and modification time of a file, of which only the name is known if it
 * was never read; skips the ids in `matchedIds`. */
export function findByFile(
  queue: Queue,
  file: FileProperties,
  matchedIds: ReadonlySet<string>,
): UploadItem | undefined {
  return queue.find(
    item =>
      item.earlier &&
      !matchedIds.has(item.id) &&
      item.name === file.name &&
      (item.unread === 'file' || (item.size === file.size && item.lastModified === file.lastModified)),
  )
}

/**
 * Finds the item whose file is missing by the file's hash: phones change the modification time each time a file is
 * chosen, so `findByFile` does not find it.
 */
export function findByHash(queue: Queue, sha256: string): UploadItem | undefined {
  return queue.find(item => item.state === 'missing' && item.sha256 === sha256)
}
