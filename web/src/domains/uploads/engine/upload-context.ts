import type { UnreadableSource } from '#web/platform/files/dropped-sources.ts'
import { createQueueStore } from '../queue/queue-store.ts'
import { isReady, type UploadItem } from '../queue/upload-item.ts'
import type { FileCache } from '../storage/file-cache.ts'
import type { UploadEnvironment } from './upload-environment.ts'

export type UploadContext = ReturnType<typeof createUploadContext>

/** Creates the queue of a page, with its files, and the browser and services that process it. */
export function createUploadContext(environment: UploadEnvironment) {
  return {
    store: createQueueStore(),
    /** Files and handles of this page by item id. A queue item may have none: it is stored, its file is not. */
    files: {
      files: new Map<string, File>(),
      handles: new Map<string, FileSystemFileHandle>(),
      /** Read files and folders again that could not be read when they were chosen. */
      sources: new Map<string, UnreadableSource['read']>(),
      /** Names of files that are hidden on the device: they are not counted. */
      hiddenNames: new Set<string>(),
      /** Whether an album is made, as far as the customer decided, by its name. */
      albumChoices: new Map<string, boolean>(),
      /** Ids of new albums by name, so that a repeated call creates none twice. */
      albumIds: new Map<string, string>(),
      /** Copies of the files for the next visit, while the queue is restored and stored. */
      cache: undefined as FileCache | undefined,
      /** Files of a phone that the customer removed from the queue: the service may still report them. */
      dismissedIds: new Set<string>(),
    },
    environment,
  }
}

/** Returns the items for which 'Upload' has not been pressed. */
export const listUnconfirmedItems = ({ store }: UploadContext) =>
  store.queue().filter(item => !item.confirmed)

/** Removes items with their files and handles. */
export function removeItems(
  { store, files, environment }: UploadContext,
  items: readonly UploadItem[],
): void {
  for (const { id, phone } of items) if (phone) files.dismissedIds.add(id)
  const ids = items.map(({ id }) => id)
  store.dispatch({ type: 'removed', ids })
  for (const id of ids) {
    files.files.delete(id)
    files.handles.delete(id)
    files.sources.delete(id)
  }
  files.cache?.delete(ids).catch(environment.report)
}

/** Deletes cached files that need not be sent any more. */
export function pruneFileCache({ store, files, environment }: UploadContext): void {
  const finishedItems = store.queue().filter(item => isReady(item) || STATES_NOT_SENT.has(item.state))
  files.cache?.delete(finishedItems.map(({ id }) => id)).catch(environment.report)
}

/** States in which the bytes are not sent (again): the service has received or refused them. */
const STATES_NOT_SENT: ReadonlySet<string> = new Set(['processing', 'refused'])

/**
 * Returns why the browser cannot read a file: it was deleted or moved, or is locked, changed, disconnected or not
 * downloaded yet; undefined for a file that it can read.
 */
export async function findReadFailure(file: File): Promise<'file-gone' | 'unreadable' | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return undefined
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError' ? 'file-gone' : 'unreadable'
  }
}
