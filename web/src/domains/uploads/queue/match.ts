import type { UploadItem } from './item.ts'
import type { Queue } from './queue.ts'

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** The file of an earlier visit that a newly chosen one is, by name, size and time (each taken once). */
export function earlierTwin(
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

/** The missing file that has the same bytes: phones give a file another time whenever it is chosen. */
export function missingTwin(queue: Queue, sha256: string, size: number): UploadItem | undefined {
  return queue.find(item => item.state === 'missing' && item.sha256 === sha256 && item.size === size)
}
