import { isHiddenName } from './hidden-name.ts'

/** A file the customer chose; with a handle the page can read it again after a reload. */
export interface PickedFile {
  file: File
  /** Path of the folders that were chosen with it, as 'Holiday/Norway'. */
  folder?: string
  handle?: FileSystemFileHandle
  /** Reads it again, as it is then. */
  read?: () => Promise<PickedSource[]>
}

/** A chosen file that could not be read, or a folder that could not be listed. */
export interface UnreadableSource {
  name: string
  kind: 'file' | 'folder'
  folder?: string
  handle?: FileSystemFileHandle
  /** Reads it again: resolves with what it contains, with another one of these for each part that cannot be read. */
  read: () => Promise<PickedSource[]>
}

/** A file or folder that file managers do not show, such as '.DS_Store'. It is not read. */
export interface HiddenSource {
  name: string
  kind: 'hidden'
  folder?: never
  handle?: never
  read?: never
}

export type PickedSource = PickedFile | UnreadableSource | HiddenSource

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
      if (resolvedHandle) return readHandle(resolvedHandle, '')
      if (entry && (entry.isDirectory || !file)) return readEntry(entry, '')
      return file ? [{ file }] : []
    }),
  )
  return files.flat()
}

function readHandle(handle: FileSystemHandle, folder: string): Promise<PickedSource[]> {
  const { name } = handle
  if (handle.kind === 'directory') {
    const list = () => (handle as FileSystemDirectoryHandle).values()
    return readFolder({ name, folder, list, read: readHandle })
  }
  const fileHandle = handle as FileSystemFileHandle
  return readFile({ name, folder, handle: fileHandle, load: () => fileHandle.getFile() })
}

function readEntry(entry: FileSystemEntry, folder: string): Promise<PickedSource[]> {
  const { name } = entry
  if (entry.isDirectory) {
    const list = () => listEntries(entry as FileSystemDirectoryEntry)
    return readFolder({ name, folder, list, read: readEntry })
  }
  const load = () =>
    new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
  return readFile({ name, folder, load })
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
  /** Path of the folder that contains it, '' without one. */
  folder: string
  handle?: FileSystemFileHandle
  load: () => Promise<File>
}

async function readFile(source: SourceFile): Promise<PickedSource[]> {
  const { name, folder, handle, load } = source
  const parts = { ...(folder && { folder }), ...(handle && { handle }), read: () => readFile(source) }
  try {
    return [{ file: await load(), ...parts }]
  } catch {
    return [{ name, kind: 'file' as const, ...parts }]
  }
}

interface SourceFolder<T> {
  name: string
  /** Path of the folder that contains it, '' without one. */
  folder: string
  list: () => AsyncIterable<T>
  read: (child: T, folder: string) => Promise<PickedSource[]>
}

/**
 * Reads the files of a folder, sorted by name, without those in `knownNames`; hidden ones are only named.
 * One whose list ends with an error is named besides the files listed before it; reading it again skips these.
 */
async function readFolder<T extends { name: string }>(
  folder: SourceFolder<T>,
  knownNames: ReadonlySet<string> = new Set(),
): Promise<PickedSource[]> {
  const children: T[] = []
  const sources: PickedSource[] = []
  const listedNames = new Set(knownNames)
  const path = joinPath(folder.folder, folder.name)
  try {
    for await (const child of folder.list()) {
      if (knownNames.has(child.name)) continue
      if (isHiddenName(child.name)) sources.push({ name: child.name, kind: 'hidden' })
      else children.push(child)
    }
  } catch {
    for (const { name } of [...children, ...sources.filter(isHidden)]) listedNames.add(name)
    sources.push({
      name: folder.name,
      kind: 'folder',
      ...(folder.folder && { folder: folder.folder }),
      read: () => readFolder(folder, listedNames),
    })
  }
  for (const child of children.sort(byName)) sources.push(...(await folder.read(child, path)))
  return sources
}

const joinPath = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)
const isHidden = (source: PickedSource): source is HiddenSource =>
  'kind' in source && source.kind === 'hidden'

const { compare } = new Intl.Collator(undefined, { numeric: true })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)
