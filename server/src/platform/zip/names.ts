import { cleanFileName, cleanFolder, fitName, foldName, type NameParts } from './clean-name.ts'

/** A file's requested name, and its folder ('a/b'). Both are untrusted. */
export interface RequestedName {
  name: string
  folder?: string
}

/** The stem of a file whose name has no valid character. */
const FALLBACK_STEM = 'photo'

/**
 * Creates the entry names for a zip, one per requested name and in its order, that unpack on Windows, macOS and Linux
 * without leaving the folder and without overwriting one another (names compared without case, composition or invisible
 * characters; a file never takes the name of a folder either).
 *
 * Path parts of a name are removed, as are unsafe characters of folder parts. Names that can stay unchanged are
 * assigned first; then a duplicate gets ' (2)', ' (3)' … before its extension. Each part has at most 255 bytes of
 * UTF-8, cut between code points and before the extension. Takes linear time.
 */
export function createEntryNames(requestedNames: readonly RequestedName[]): string[] {
  const folders = new Map<string, Folder>()
  const files = requestedNames.map(({ name, folder = '' }) =>
    parseFile(name, folders.get(folder) ?? addFolder(folders, folder)),
  )
  const usedNames = new Set<string>()
  for (const { folded } of folders.values()) addWithParents(usedNames, folded)

  const duplicates = new Set<File>()
  for (const file of files) {
    if (usedNames.has(file.key)) duplicates.add(file)
    else usedNames.add(file.key)
  }
  const numberings = new Map<string, Numbering>()
  const counters = new Map<string, number>()
  return files.map(file => {
    return duplicates.has(file) ? findFreeName(file, usedNames, numberings, counters) : file.path
  })
}

interface Folder {
  /** Empty or ending in '/', as `folded` is. */
  path: string
  folded: string
}

interface File {
  folder: Folder
  parts: NameParts
  path: string
  /** The folded path. */
  key: string
}

/** The state of numbering one requested name: the stem, cut for numbers from `first` to below `beyond`. */
interface Numbering {
  first: number
  beyond: number
  stem: string
  folded: string
}

function parseFile(name: string, folder: Folder): File {
  const parts = cleanFileName(name, FALLBACK_STEM)
  const cleanName = parts.stem + parts.extension
  return { folder, parts, path: folder.path + cleanName, key: folder.folded + foldName(cleanName) }
}

function addFolder(folders: Map<string, Folder>, requestedFolder: string): Folder {
  const cleanName = cleanFolder(requestedFolder)
  const path = cleanName === '' ? '' : `${cleanName}/`
  const folder = { path, folded: foldName(path) }
  folders.set(requestedFolder, folder)
  return folder
}

function addWithParents(usedNames: Set<string>, folded: string): void {
  for (let slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1)) {
    usedNames.add(folded.slice(0, slash))
  }
}

/**
 * Finds the first free numbered name. Names that are equal once cut share a counter, so every number tried is either
 * assigned now or was a requested name: no number is tried twice, which keeps the time linear.
 */
function findFreeName(
  file: File,
  usedNames: Set<string>,
  numberings: Map<string, Numbering>,
  counters: Map<string, number>,
): string {
  const extension = foldName(file.parts.extension)
  for (let numbering = numberings.get(file.path) ?? createNumbering(2, file); ; ) {
    const { first, beyond, stem, folded } = numbering
    const family = `${folded}\0${extension}\0${first}`
    for (let number = counters.get(family) ?? first; number < beyond; number++) {
      const key = `${folded} (${number})${extension}`
      if (usedNames.has(key)) continue
      usedNames.add(key)
      counters.set(family, number + 1)
      numberings.set(file.path, numbering)
      return `${file.folder.path}${stem} (${number})${file.parts.extension}`
    }
    counters.set(family, beyond)
    numbering = createNumbering(beyond, file)
  }
}

/** Creates the numbers with as many digits as `first`. */
function createNumbering(first: number, { folder, parts }: File): Numbering {
  const { stem } = fitName(parts, ` (${first})`)
  return { first, beyond: 10 ** String(first).length, stem, folded: folder.folded + foldName(stem) }
}
