import { lazyModule } from '../lazy/lazy-module.ts'
import type { PickedSource } from './dropped-sources.ts'
import { isHiddenName } from './hidden-name.ts'

export type { PickedSource } from './dropped-sources.ts'

const loadReadSources = lazyModule(() =>
  import('./dropped-sources.ts').then(({ readSources }) => readSources),
)

interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * Reads the files of a drop, including files inside dropped folders. Call it synchronously in the drop event: the browser clears
 * the transfer afterwards. Names the files and folders that cannot be read. Rejects with a LoadFailure.
 */
export async function readDroppedFiles(transfer: DataTransfer): Promise<PickedSource[]> {
  if (!transfer.items?.length) return toPickedFiles(transfer.files)
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as HandleItem[]
  const sources = items.map(item => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }))
  const readSources = await loadReadSources()
  return readSources(sources)
}

/** Reads the files of a file or folder picker; names those that cannot be read. Rejects with a LoadFailure. */
export async function readHandles(handles: readonly FileSystemHandle[]): Promise<PickedSource[]> {
  const readSources = await loadReadSources()
  return readSources(handles.map(handle => ({ handle: Promise.resolve(handle), entry: null, file: null })))
}

/** Converts the files of a file input, which names the path of each if a folder was chosen. */
export const toPickedFiles = (files: Iterable<File>): PickedSource[] =>
  Array.from(files, file => {
    const folders = file.webkitRelativePath?.split('/').slice(0, -1) ?? []
    const hiddenName = [...folders, file.name].find(isHiddenName)
    // A file that was chosen by itself is not hidden.
    if (folders.length > 0 && hiddenName !== undefined) return { name: hiddenName, kind: 'hidden' }
    return folders.length > 0 ? { file, folder: folders.join('/') } : { file }
  })
