import type { BoundedCounts } from '../../../platform/bounded-counts.ts'
import type { FileReader } from '../files/file-reader.ts'
import type { File, Folder } from '../files/node.ts'
import { SftpError } from '../files/sftp-error.ts'
import type { OrderFileUpload } from '../order-files/order-files.ts'

/** An open file or folder of a session. `isListed`: the list of the folder was sent. */
export type Handle =
  | { kind: 'folder'; folder: Folder; isListed: boolean }
  | { kind: 'file'; file: File; reader: FileReader }
  | { kind: 'upload'; upload: OrderFileUpload; name: string }

/** The open files and folders of a session, counted in `counts` by account, because a file has up to 1 MB in memory. */
export class Handles {
  readonly #accountId: string
  readonly #counts: BoundedCounts
  readonly #handles = new Map<number, Handle>()
  #nextId = 0

  constructor(accountId: string, counts: BoundedCounts) {
    this.#accountId = accountId
    this.#counts = counts
  }

  /** Throws SftpError when the account has too many open files. */
  add(handle: Handle): Buffer {
    if (!this.#counts.add(this.#accountId)) throw new SftpError('FAILURE', 'Too many open files')
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
    this.#counts.remove(this.#accountId)
    return handle
  }

  /** Removes all handles and returns them. */
  removeAll(): Handle[] {
    const handles = [...this.#handles.values()]
    this.#handles.clear()
    for (const _ of handles) this.#counts.remove(this.#accountId)
    return handles
  }
}
