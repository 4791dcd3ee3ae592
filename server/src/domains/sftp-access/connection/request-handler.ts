import type { Attributes, FileEntry } from 'ssh2'
import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import { FileReader } from '../files/file-reader.ts'
import { type Folder, findNode, type Node } from '../files/node.ts'
import { partsOf, pathOf } from '../files/path.ts'
import { SftpError } from '../files/sftp-error.ts'
import { removeOrderFile, renameOrderFile, startUpload } from '../order-files/order-files.ts'
import { attributesOf, entryOf } from './attributes.ts'
import { Handles } from './handles.ts'

/** How a request is answered; 'ok' is the status. */
export type Answer =
  | 'ok'
  | { handle: Buffer }
  | { data: Buffer }
  | { names: readonly FileEntry[] }
  | { attributes: Attributes }

/** Bytes of one answer; clients ask for 32 KB, and for the rest of what is missing. */
const READ_MAX = 64 * 1024
/** SSH_FXF_… of draft-ietf-secsh-filexfer-02, section 6.3. */
const [READ, APPEND, CREATE, TRUNCATE, EXCLUSIVE] = [0x01, 0x04, 0x08, 0x10, 0x20] as const
const ORDERS = SFTP_FOLDERS.orders.slice(1)

/** The requests of a session and what they do; refusals are thrown as SftpError. */
export class SessionRequests {
  readonly #ctx: Context
  readonly #accountId: string
  readonly #root: Folder
  readonly #handles = new Handles()

  constructor(ctx: Context, accountId: string, root: Folder) {
    this.#ctx = ctx
    this.#accountId = accountId
    this.#root = root
  }

  async open(path: string, flags: number): Promise<Answer> {
    if (flags !== READ) return this.#openUpload(orderFileName(path), flags)
    const file = await this.#get(path)
    if (file.kind !== 'file') throw new SftpError('FAILURE', 'A folder')
    return { handle: this.#handles.add({ kind: 'file', file, reader: new FileReader(file) }) }
  }

  async read(name: Buffer, offset: number, length: number): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'file') throw new SftpError('FAILURE', 'Not open for reading')
    const data = await handle.reader.read(offset, Math.min(length, READ_MAX))
    if (!data) throw new SftpError('EOF', 'End of file')
    return { data }
  }

  async close(name: Buffer): Promise<Answer> {
    const handle = this.#handles.remove(name)
    if (handle.kind === 'file') handle.reader.close()
    if (handle.kind === 'upload') await handle.upload.complete()
    return 'ok'
  }

  async write(name: Buffer, offset: number, data: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'upload') throw readOnly()
    handle.upload.write(offset, data)
    return 'ok'
  }

  async rename(from: string, to: string): Promise<Answer> {
    await renameOrderFile(this.#ctx, this.#accountId, orderFileName(from), orderFileName(to))
    return 'ok'
  }

  async remove(path: string): Promise<Answer> {
    await removeOrderFile(this.#ctx, this.#accountId, orderFileName(path))
    return 'ok'
  }

  /** Clients set time and rights of what they have sent; here files have the time of their arrival. */
  async setAttributes(path: string): Promise<Answer> {
    orderFileName(path)
    return 'ok'
  }

  async setHandleAttributes(name: Buffer): Promise<Answer> {
    if (this.#handles.get(name).kind !== 'upload') throw readOnly()
    return 'ok'
  }

  async openFolder(path: string): Promise<Answer> {
    const folder = await this.#get(path)
    if (folder.kind !== 'folder') throw new SftpError('FAILURE', 'Not a folder')
    return { handle: this.#handles.add({ kind: 'folder', folder, listed: false }) }
  }

  async readFolder(name: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'folder') throw new SftpError('FAILURE', 'Not a folder')
    if (handle.listed) throw new SftpError('EOF', 'End of folder')
    handle.listed = true
    const { folder } = handle
    return { names: [entryOf(folder, '.'), ...(await folder.list()).map(node => entryOf(node))] }
  }

  async stat(path: string): Promise<Answer> {
    return { attributes: attributesOf(await this.#get(path)) }
  }

  async statHandle(name: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind === 'upload') {
      const { name, upload } = handle
      const [size, modifiedAt] = [upload.size(), upload.modifiedAt]
      return { attributes: attributesOf({ kind: 'file', name, size, modifiedAt, isWritable: true }) }
    }
    return { attributes: attributesOf(handle.kind === 'file' ? handle.file : handle.folder) }
  }

  /** Paths that do not exist have one, too: clients ask before they create a file. */
  async realPath(path: string): Promise<Answer> {
    const filename = pathOf(partsOf(path))
    return { names: [{ filename, longname: filename, attrs: attributesOf(this.#root) }] }
  }

  /** What is not possible anywhere. */
  async refuse(): Promise<Answer> {
    throw readOnly()
  }

  /** Ends what is open; of files that are being sent what has arrived is stored. */
  async end(): Promise<void> {
    for (const handle of this.#handles.removeAll()) {
      if (handle.kind === 'file') handle.reader.close()
      if (handle.kind === 'upload') await handle.upload.interrupt()
    }
  }

  async #openUpload(name: string, flags: number): Promise<Answer> {
    const has = (flag: number) => (flags & flag) !== 0
    const upload = await startUpload(this.#ctx, this.#accountId, name, {
      mustBeNew: has(EXCLUSIVE),
      isEmptied: has(TRUNCATE),
      appends: has(APPEND),
      mayCreate: has(CREATE),
    })
    return { handle: this.#handles.add({ kind: 'upload', upload, name }) }
  }

  async #get(path: string): Promise<Node> {
    const node = await findNode(this.#root, partsOf(path))
    if (!node) throw new SftpError('NO_SUCH_FILE', 'No such file')
    return node
  }
}

/** The name of a file directly in the folder of orders; nothing else can be changed. */
function orderFileName(path: string): string {
  const [folder, name, ...rest] = partsOf(path)
  if (folder !== ORDERS || name === undefined || rest.length > 0) throw readOnly()
  return name
}

const readOnly = () => new SftpError('PERMISSION_DENIED', 'Read only')
