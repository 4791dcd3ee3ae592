/** A file the customer has chosen; with a handle the page can read it again after a reload. */
export interface PickedFile {
  file: File
  handle?: FileSystemFileHandle
}

interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * Files of a drop, with those inside dropped folders. Call it in the drop event itself: later the browser has cleared
 * what was dropped. Files that vanish meanwhile are left out.
 */
export async function readDroppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  if (!transfer.items?.length) return toPickedFiles(transfer.files)
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as HandleItem[]
  const taken = items.map(item => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }))
  const found = await Promise.all(
    taken.map(async ({ handle, entry, file }) => {
      const kept = await handle
      if (kept) return fromHandle(kept)
      if (entry?.isDirectory) return fromEntry(entry)
      return file ? [{ file }] : []
    }),
  )
  return found.flat()
}

/** Files of a file input. */
export const toPickedFiles = (files: Iterable<File>): PickedFile[] => Array.from(files, file => ({ file }))

async function fromHandle(handle: FileSystemHandle): Promise<PickedFile[]> {
  if (handle.kind === 'file') {
    const kept = handle as FileSystemFileHandle
    const file = await kept.getFile().catch(() => undefined)
    return file ? [{ file, handle: kept }] : []
  }
  const inside = await Array.fromAsync((handle as FileSystemDirectoryHandle).values())
  return inOrder(inside, fromHandle)
}

async function fromEntry(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isDirectory) return inOrder(await entriesOf(entry as FileSystemDirectoryEntry), fromEntry)
  const file = await new Promise<File | undefined>(resolve =>
    (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
  )
  return file ? [{ file }] : []
}

async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const entries: FileSystemEntry[] = []
  // It hands out at most a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>(resolve =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

/** What a folder holds, by name; '.DS_Store' and the like are nobody's photos. */
async function inOrder<T extends { name: string }>(inside: T[], read: (each: T) => Promise<PickedFile[]>) {
  const found: PickedFile[] = []
  for (const each of inside.filter(({ name }) => !isHidden(name)).sort(byName))
    found.push(...(await read(each)))
  return found
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

const { compare } = new Intl.Collator(undefined, { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)
