import type { Queue } from './queue.ts'
import type { UploadItem } from './upload-item.ts'

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** The item of an earlier visit that belongs to a chosen file, by name, size and time; `taken` ones are skipped. */
export function findByFile(
  queue: Queue,
  file: FileFacts,
  taken: ReadonlySet<string>,
): UploadItem | undefined {
  return queue.find(
    item =>
      item.earlier &&
      !taken.has(item.id) &&
      item.name === file.name &&
      item.size === file.size &&
      item.lastModified === file.lastModified,
  )
}

/** The missing item with the same bytes: phones change a file's time whenever it is chosen. */
export function findByHash(queue: Queue, sha256: string, size: number): UploadItem | undefined {
  return queue.find(item => item.state === 'missing' && item.sha256 === sha256 && item.size === size)
}
