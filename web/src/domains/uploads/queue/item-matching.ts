import type { Queue } from './queue.ts'
import type { UploadItem } from './upload-item.ts'

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** The item of an earlier visit with a chosen file's name, size and modification time; skips the ids in `matched`. */
export function findByFile(
  queue: Queue,
  file: FileFacts,
  matched: ReadonlySet<string>,
): UploadItem | undefined {
  return queue.find(
    item =>
      item.earlier &&
      !matched.has(item.id) &&
      item.name === file.name &&
      item.size === file.size &&
      item.lastModified === file.lastModified,
  )
}

/** The missing item with the same bytes. Phones change a file's modification time each time it is chosen. */
export function findByHash(queue: Queue, sha256: string, size: number): UploadItem | undefined {
  return queue.find(item => item.state === 'missing' && item.sha256 === sha256 && item.size === size)
}
