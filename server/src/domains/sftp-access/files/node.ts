import type { Readable } from 'node:stream'

export type Node = Folder | File

export interface Folder {
  kind: 'folder'
  name: string
  modifiedAt: Date
  /** Whether files may be added. */
  isWritable: boolean
  list(): Promise<readonly Node[]>
}

export interface File {
  kind: 'file'
  name: string
  /** Bytes. */
  size: number
  modifiedAt: Date
  isWritable: boolean
  /** Opens a stream that starts at `start`, which is at or before the offset. */
  open(offset: number): { stream: Readable; start: number }
}

/** Finds the file or folder of a path; only names that a folder lists exist. */
export async function findNode(root: Folder, parts: readonly string[]): Promise<Node | undefined> {
  let node: Node | undefined = root
  for (const part of parts) {
    if (node?.kind !== 'folder') return undefined
    node = (await node.list()).find(({ name }) => name === part)
  }
  return node
}
