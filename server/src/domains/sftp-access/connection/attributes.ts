import type { Attributes, FileEntry } from 'ssh2'
import type { File, Folder } from '../files/node.ts'

/** What is told of a file or folder; a file that is being sent cannot be opened. */
type Described = Omit<File, 'open'> | Omit<Folder, 'list'>

const FOLDER = 0o040000
const FILE = 0o100000

/** What a client is told of a file or folder; there are no users and groups. */
export function attributesOf(node: Described): Attributes {
  const seconds = Math.floor(node.modifiedAt.getTime() / 1000)
  return { mode: modeOf(node), uid: 0, gid: 0, size: sizeOf(node), atime: seconds, mtime: seconds }
}

/** A line of a list. Clients that do not read the attributes show `longname`, as `ls -l` writes it. */
export function entryOf(node: Described, filename = node.name): FileEntry {
  const rights = node.isWritable ? 'rw' : 'r-'
  const mode = node.kind === 'folder' ? `d${rights}x------` : `-${rights}-------`
  const date = node.modifiedAt.toUTCString().slice(5, 16)
  const size = String(sizeOf(node)).padStart(10)
  return {
    filename,
    longname: `${mode} 1 keepsake keepsake ${size} ${date} ${filename}`,
    attrs: attributesOf(node),
  }
}

const sizeOf = (node: Described) => (node.kind === 'file' ? node.size : 0)

function modeOf({ kind, isWritable }: Described): number {
  if (kind === 'folder') return FOLDER | (isWritable ? 0o700 : 0o500)
  return FILE | (isWritable ? 0o600 : 0o400)
}
