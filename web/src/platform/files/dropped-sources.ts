/** A file the customer chose; with a handle the page can read it again after a reload. */
export interface PickedFile {
  file: File
  handle?: FileSystemFileHandle
}

/** An item of a drop, in the order of preference: a handle, an entry, a file. */
export interface DroppedSource {
  handle: Promise<FileSystemHandle | null> | undefined
  entry: FileSystemEntry | null
  file: File | null
}

/** Reads the files of a drop, including files inside folders. Files that cannot be read any more are left out. */
export async function readSources(sources: readonly DroppedSource[]): Promise<PickedFile[]> {
  const files = await Promise.all(
    sources.map(async ({ handle, entry, file }) => {
      const resolvedHandle = await handle
      if (resolvedHandle) return readHandle(resolvedHandle)
      if (entry?.isDirectory) return readEntry(entry)
      return file ? [{ file }] : []
    }),
  )
  return files.flat()
}

async function readHandle(handle: FileSystemHandle): Promise<PickedFile[]> {
  if (handle.kind === 'file') {
    const fileHandle = handle as FileSystemFileHandle
    const file = await fileHandle.getFile().catch(() => undefined)
    return file ? [{ file, handle: fileHandle }] : []
  }
  const children = await Array.fromAsync((handle as FileSystemDirectoryHandle).values())
  return readSorted(children, readHandle)
}

async function readEntry(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isDirectory) return readSorted(await listEntries(entry as FileSystemDirectoryEntry), readEntry)
  const file = await new Promise<File | undefined>(resolve =>
    (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
  )
  return file ? [{ file }] : []
}

async function listEntries(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const entries: FileSystemEntry[] = []
  // readEntries returns at most 100 entries per call and an empty list at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>(resolve =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (batch.length === 0) return entries
    entries.push(...batch)
  }
}

/** Reads the files of a folder, sorted by name, without hidden system files such as '.DS_Store'. */
async function readSorted<T extends { name: string }>(
  children: T[],
  read: (each: T) => Promise<PickedFile[]>,
) {
  const files: PickedFile[] = []
  for (const each of children.filter(({ name }) => !isHidden(name)).sort(byName))
    files.push(...(await read(each)))
  return files
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

const { compare } = new Intl.Collator(undefined, { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)
