import type { Attributes, FileEntry } from 'ssh2'
import { FileReader } from '../files/file-reader.ts'
import { type Folder, findNode, type Node } from '../files/node.ts'
import { partsOf, pathOf } from '../files/path.ts'
import { SftpError } from '../files/sftp-error.ts'
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
/** Any flag of draft-ietf-secsh-filexfer-02, section 6.3, apart from SSH_FXF_READ. */
const NOT_ONLY_READ = ~0x01

/** The requests of a session and what they do; refusals are thrown as SftpError. */
export class SessionRequests {
  readonly #root: Folder
  readonly #handles = new Handles()

  constructor(root: Folder) {
    this.#root = root
  }

  async open(path: string, flags: number): Promise<Answer> {
    const file = await this.#get(path)
    if (file.kind !== 'file') throw new SftpError('FAILURE', 'A folder')
    if ((flags & NOT_ONLY_READ) !== 0) throw readOnly()
    return { handle: this.#handles.add({ kind: 'file', file, reader: new FileReader(file) }) }
  }

  async read(name: Buffer, offset: number, length: number): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'file') throw new SftpError('FAILURE', 'A folder')
    const data = await handle.reader.read(offset, Math.min(length, READ_MAX))
    if (!data) throw new SftpError('EOF', 'End of file')
    return { data }
  }

  async close(name: Buffer): Promise<Answer> {
    const handle = this.#handles.remove(name)
    if (handle.kind === 'file') handle.reader.close()
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
    return { attributes: attributesOf(handle.kind === 'file' ? handle.file : handle.folder) }
  }

  /** Paths that do not exist have one, too: clients ask before they create a file. */
  async realPath(path: string): Promise<Answer> {
    const filename = pathOf(partsOf(path))
    return { names: [{ filename, longname: filename, attrs: attributesOf(this.#root) }] }
  }

  /** Whatever would change something. */
  async change(): Promise<Answer> {
    throw readOnly()
  }

  /** Ends what is open. */
  end(): void {
    for (const handle of this.#handles.removeAll()) if (handle.kind === 'file') handle.reader.close()
  }

  async #get(path: string): Promise<Node> {
    const node = await findNode(this.#root, partsOf(path))
    if (!node) throw new SftpError('NO_SUCH_FILE', 'No such file')
    return node
  }
}

const readOnly = () => new SftpError('PERMISSION_DENIED', 'Read only')
