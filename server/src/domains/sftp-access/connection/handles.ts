import type { FileReader } from '../files/file-reader.ts'
import type { File, Folder } from '../files/node.ts'
import { SftpError } from '../files/sftp-error.ts'
import type { OrderFileUpload } from '../order-files/order-files.ts'

/** An open file or folder of a session. `isListed`: the list of the folder was sent. */
export type Handle =
  | { kind: 'folder'; folder: Folder; isListed: boolean }
  | { kind: 'file'; file: File; reader: FileReader }
  | { kind: 'upload'; upload: OrderFileUpload; name: string }

/** Bounds the memory of a session, because an upload has up to 1 MB in memory. */
const MAX_OPEN_HANDLES = 16

/** The open files and folders of a session. */
export class Handles {
  readonly #handles = new Map<number, Handle>()
  #nextId = 0

  add(handle: Handle): Buffer {
    if (this.#handles.size >= MAX_OPEN_HANDLES) throw new SftpError('FAILURE', 'Too many open files')
    const id = this.#nextId++ % 2 ** 32
    this.#handles.set(id, handle)
    const name = Buffer.alloc(4)
    name.writeUInt32BE(id)
    return name
  }

  get(name: Buffer): Handle {
    const handle = name.length === 4 ? this.#handles.get(name.readUInt32BE()) : undefined
    if (!handle) throw new SftpError('FAILURE', 'Not an open file')
    return handle
  }

  /** Removes a handle and returns it. */
  remove(name: Buffer): Handle {
    const handle = this.get(name)
    this.#handles.delete(name.readUInt32BE())
    return handle
  }

  /** Removes all handles and returns them. */
  removeAll(): Handle[] {
    const handles = [...this.#handles.values()]
    this.#handles.clear()
    return handles
  }
}
