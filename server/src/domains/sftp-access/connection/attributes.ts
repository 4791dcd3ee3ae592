import type { Attributes, FileEntry } from 'ssh2'
import type { File, Folder } from '../files/node.ts'

/** A file or folder without its content; a file that is being uploaded has no content yet. */
type NodeInfo = Omit<File, 'open'> | Omit<Folder, 'list'>

const FOLDER_MODE = 0o040000
const FILE_MODE = 0o100000

/** Returns the SFTP attributes of a file or folder; there are no users and groups. */
export function toAttributes(node: NodeInfo): Attributes {
  const seconds = Math.floor(node.modifiedAt.getTime() / 1000)
  return { mode: getMode(node), uid: 0, gid: 0, size: getSize(node), atime: seconds, mtime: seconds }
}

/**
 * Converts a file or folder to an entry of its folder. Clients that do not read the attributes show `longname`, in the
 * format of `ls -l`.
 */
export function toFileEntry(node: NodeInfo, filename = node.name): FileEntry {
  const rights = node.isWritable ? 'rw' : 'r-'
  const mode = node.kind === 'folder' ? `d${rights}x------` : `-${rights}-------`
  const date = node.modifiedAt.toUTCString().slice(5, 16)
  const size = String(getSize(node)).padStart(10)
  return {
    filename,
    longname: `${mode} 1 keepsake keepsake ${size} ${date} ${filename}`,
    attrs: toAttributes(node),
  }
}

const getSize = (node: NodeInfo) => (node.kind === 'file' ? node.size : 0)

function getMode({ kind, isWritable }: NodeInfo): number {
  if (kind === 'folder') return FOLDER_MODE | (isWritable ? 0o700 : 0o500)
  return FILE_MODE | (isWritable ? 0o600 : 0o400)
}
