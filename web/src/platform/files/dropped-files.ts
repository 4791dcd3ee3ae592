import { lazyModule } from '../lazy/lazy-module.ts'
import type { PickedFile } from './dropped-sources.ts'

export type { PickedFile } from './dropped-sources.ts'

const loadReadSources = lazyModule(() =>
  import('./dropped-sources.ts').then(({ readSources }) => readSources),
)

interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * Reads the files of a drop, including files inside dropped folders. Call it synchronously in the drop event: the browser clears
 * the transfer afterwards. Files that cannot be read any more are left out. Rejects with a LoadFailure.
 */
export async function readDroppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
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

/** Converts the files of a file input. */
export const toPickedFiles = (files: Iterable<File>): PickedFile[] => Array.from(files, file => ({ file }))
