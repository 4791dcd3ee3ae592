/** A file the customer chose; with a handle the page can read it again after a reload. */
export interface PickedFile {
  file: File
  handle?: FileSystemFileHandle
  /** Reads it again, as it is then. */
  read?: () => Promise<PickedSource[]>
}

/** A chosen file that could not be read, or a folder that could not be listed. */
export interface UnreadableSource {
  name: string
  kind: 'file' | 'folder'
  handle?: FileSystemFileHandle
  /** Reads it again: resolves with what it contains, with another one of these for each part that cannot be read. */
  read: () => Promise<PickedSource[]>
}

export type PickedSource = PickedFile | UnreadableSource

/** An item of a drop, in the order of preference: a handle, an entry, a file. */
export interface DroppedSource {
  handle: Promise<FileSystemHandle | null> | undefined
  entry: FileSystemEntry | null
  file: File | null
}

/** Reads the files of a drop, including files inside folders. Every file and folder that cannot be read is named. */
export async function readSources(sources: readonly DroppedSource[]): Promise<PickedSource[]> {
  const files = await Promise.all(
    sources.map(async ({ handle, entry, file }) => {
      const resolvedHandle = await handle
      if (resolvedHandle) return readHandle(resolvedHandle)
      if (entry && (entry.isDirectory || !file)) return readEntry(entry)
      return file ? [{ file }] : []
    }),
  )
  return files.flat()
}

function readHandle(handle: FileSystemHandle): Promise<PickedSource[]> {
  if (handle.kind === 'directory') {
    const list = () => (handle as FileSystemDirectoryHandle).values()
    return readFolder({ name: handle.name, list, read: readHandle })
  }
  const fileHandle = handle as FileSystemFileHandle
  return readFile({ name: handle.name, handle: fileHandle, load: () => fileHandle.getFile() })
}

function readEntry(entry: FileSystemEntry): Promise<PickedSource[]> {
  if (entry.isDirectory) {
    const list = () => listEntries(entry as FileSystemDirectoryEntry)
    return readFolder({ name: entry.name, list, read: readEntry })
  }
  const load = () =>
    new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
  return readFile({ name: entry.name, load })
}

async function* listEntries(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = directory.createReader()
  // readEntries returns at most 100 entries per call and an empty list at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return
    yield* batch
  }
}

interface SourceFile {
  name: string
  handle?: FileSystemFileHandle
  load: () => Promise<File>
}

async function readFile(source: SourceFile): Promise<PickedSource[]> {
  const { name, handle, load } = source
  const parts = { ...(handle && { handle }), read: () => readFile(source) }
  try {
    return [{ file: await load(), ...parts }]
  } catch {
    return [{ name, kind: 'file', ...parts }]
  }
}

interface SourceFolder<T> {
  name: string
  list: () => AsyncIterable<T>
  read: (child: T) => Promise<PickedSource[]>
}

/**
 * Reads the files of a folder, sorted by name, without hidden system files such as '.DS_Store' and those in `knownNames`.
 * One whose list ends with an error is named besides the files listed before it; reading it again skips these.
 */
async function readFolder<T extends { name: string }>(
  folder: SourceFolder<T>,
  knownNames: ReadonlySet<string> = new Set(),
): Promise<PickedSource[]> {
  const children: T[] = []
  const sources: PickedSource[] = []
  const listedNames = new Set(knownNames)
  try {
    for await (const child of folder.list())
      if (!isHidden(child.name) && !knownNames.has(child.name)) children.push(child)
  } catch {
    for (const { name } of children) listedNames.add(name)
    sources.push({ name: folder.name, kind: 'folder', read: () => readFolder(folder, listedNames) })
  }
  for (const child of children.sort(byName)) sources.push(...(await folder.read(child)))
  return sources
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

const { compare } = new Intl.Collator(undefined, { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)
