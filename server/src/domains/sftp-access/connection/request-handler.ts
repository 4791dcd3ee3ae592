import type { Attributes, FileEntry } from 'ssh2'
import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import type { BoundedCounts } from '../../../platform/bounded-counts.ts'
import { FileReader } from '../files/file-reader.ts'
import { type File, type Folder, findNode, type Node } from '../files/node.ts'
import { joinPath, splitPath } from '../files/path.ts'
import { SftpError } from '../files/sftp-error.ts'
import {
  type OrderFileUpload,
  removeOrderFile,
  renameOrderFile,
  startUpload,
} from '../order-files/order-files.ts'
import type { FileUse, SessionLog } from './session-log.ts'

/** The open files and folders of a session, counted in `counts` by account, because a file has up to 1 MB in memory. */
class Handles {
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

const FOLDER_MODE = 0o040000

const FILE_MODE = 0o100000

const getSize = (node: NodeInfo) => (node.kind === 'file' ? node.size : 0)

/** The answer to a request; 'ok' is the status. */
export type Answer =
  | 'ok'
  | { handle: Buffer }
  | { data: Buffer }
  | { names: readonly FileEntry[] }
  | { attributes: Attributes }

/** Maximum number of bytes of one answer; clients request 32 KB at once, and repeat requests for missing bytes. */
const MAX_READ_BYTES = 64 * 1024
/** SSH_FXF_… of draft-ietf-secsh-filexfer-02, section 6.3. */
const [READ, APPEND, CREATE, TRUNCATE, EXCLUSIVE] = [0x01, 0x04, 0x08, 0x10, 0x20] as const
const LOGGED_PATH_MAX = 200
const ORDER_FOLDER = SFTP_FOLDERS.orders.slice(1)

export interface RequestHandlerOptions {
  accountId: string
  root: Folder
  sessionLog: SessionLog
  /** Number of open files and folders per account. */
  openFiles: BoundedCounts
}

/** Handles the requests of a session; throws refusals as SftpError. */
export class SftpRequestHandler {
  readonly #ctx: Context
  readonly #accountId: string
  readonly #root: Folder
  readonly #sessionLog: SessionLog
  readonly #handles: Handles

  constructor(ctx: Context, { accountId, root, sessionLog, openFiles }: RequestHandlerOptions) {
    this.#ctx = ctx
    this.#accountId = accountId
    this.#root = root
    this.#sessionLog = sessionLog
    this.#handles = new Handles(accountId, openFiles)
  }

  async open(path: string, flags: number): Promise<Answer> {
    return this.#logRefusal(path, async () => {
      if (flags !== READ) return this.#openUpload(getOrderFileName(path), flags)
      const file = await this.#getNode(path)
      if (file.kind !== 'file') throw new SftpError('FAILURE', 'A folder')
      const reader = new FileReader(file)
      return { handle: this.#handles.add({ kind: 'file', file, reader, path, sentBytes: 0 }) }
    })
  }

  async read(name: Buffer, offset: number, length: number): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'file') throw new SftpError('FAILURE', 'Not open for reading')
    const data = await handle.reader.read(offset, Math.min(length, MAX_READ_BYTES))
    if (!data) throw new SftpError('EOF', 'End of file')
    handle.sentBytes += data.length
    return { data }
  }

  async close(name: Buffer): Promise<Answer> {
    const handle = this.#handles.remove(name)
    if (handle.kind === 'file') this.#closeFile(handle)
    if (handle.kind === 'upload') {
      const { path, upload } = handle
      await this.#logRefusal(path, () => upload.complete())
      this.#log({ act: 'stored', path, bytes: upload.size() })
    }
    return 'ok'
  }

  async write(name: Buffer, offset: number, data: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'upload') throw createReadOnlyError()
    handle.upload.write(offset, data)
    return 'ok'
  }

  async rename(from: string, to: string): Promise<Answer> {
    await this.#logRefusal(from, () =>
      renameOrderFile(this.#ctx, this.#accountId, getOrderFileName(from), getOrderFileName(to)),
    )
    this.#log({ act: 'renamed', path: to })
    return 'ok'
  }

  async remove(path: string): Promise<Answer> {
    await this.#logRefusal(path, () => removeOrderFile(this.#ctx, this.#accountId, getOrderFileName(path)))
    this.#log({ act: 'removed', path })
    return 'ok'
  }

  /** Accepted and ignored: clients set time and permissions after an upload, but files have their time of arrival. */
  async setAttributes(path: string): Promise<Answer> {
    getOrderFileName(path)
    return 'ok'
  }

  async setHandleAttributes(name: Buffer): Promise<Answer> {
    if (this.#handles.get(name).kind !== 'upload') throw createReadOnlyError()
    return 'ok'
  }

  async openFolder(path: string): Promise<Answer> {
    const folder = await this.#getNode(path)
    if (folder.kind !== 'folder') throw new SftpError('FAILURE', 'Not a folder')
    return { handle: this.#handles.add({ kind: 'folder', folder, isListed: false }) }
  }

  async readFolder(name: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind !== 'folder') throw new SftpError('FAILURE', 'Not a folder')
    if (handle.isListed) throw new SftpError('EOF', 'End of folder')
    handle.isListed = true
    const { folder } = handle
    return { names: [toFileEntry(folder, '.'), ...(await folder.list()).map(node => toFileEntry(node))] }
  }

  async stat(path: string): Promise<Answer> {
    return { attributes: toAttributes(await this.#getNode(path)) }
  }

  async statHandle(name: Buffer): Promise<Answer> {
    const handle = this.#handles.get(name)
    if (handle.kind === 'upload') {
      const { name, upload } = handle
      const [size, modifiedAt] = [upload.size(), upload.modifiedAt]
      return { attributes: toAttributes({ kind: 'file', name, size, modifiedAt, isWritable: true }) }
    }
    return { attributes: toAttributes(handle.kind === 'file' ? handle.file : handle.folder) }
  }

  /** Also answers for paths that do not exist, because clients call it before they create a file. */
  async realPath(path: string): Promise<Answer> {
    const filename = joinPath(splitPath(path))
    return { names: [{ filename, longname: filename, attrs: toAttributes(this.#root) }] }
  }

  /** Answers requests that are never possible. */
  async refuse(): Promise<Answer> {
    throw createReadOnlyError()
  }

  /** Answers extensions, and requests of other versions of the protocol. */
  async refuseUnknown(): Promise<Answer> {
    throw new SftpError('OP_UNSUPPORTED', 'Not supported')
  }

  /** Closes all handles and stores the received bytes of interrupted uploads; throws the errors of all afterwards. */
  async end(): Promise<void> {
    const errors: unknown[] = []
    for (const handle of this.#handles.removeAll()) {
      if (handle.kind === 'file') this.#closeFile(handle)
      if (handle.kind === 'upload') {
        await handle.upload.interrupt().catch(error => errors.push(error))
        this.#log({ act: 'interrupted', path: handle.path, bytes: handle.upload.size() })
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Interrupted uploads were not stored')
  }

  async #openUpload(name: string, flags: number): Promise<Answer> {
    const hasFlag = (flag: number) => (flags & flag) !== 0
    const upload = await startUpload(this.#ctx, this.#accountId, name, {
      mustBeNew: hasFlag(EXCLUSIVE),
      truncates: hasFlag(TRUNCATE),
      appends: hasFlag(APPEND),
      mayCreate: hasFlag(CREATE),
    })
    return {
      handle: this.#handles.add({ kind: 'upload', upload, name, path: `${SFTP_FOLDERS.orders}/${name}` }),
    }
  }

  #closeFile({ file, reader, path, sentBytes }: Extract<Handle, { kind: 'file' }>): void {
    reader.close()
    this.#log({ act: 'fetched', path, bytes: sentBytes, size: file.size })
  }

  #log(use: FileUse): void {
    // Of a refused request it may be anything.
    const path = use.path
      .slice(0, LOGGED_PATH_MAX)
      .toWellFormed()
      .replace(/[\p{Cc}\uFFFD]/gu, '?')
    this.#sessionLog.add({ ...use, path: joinPath(splitPath(path)) })
  }

  /** Logs that a request about a file was refused, and throws the refusal. */
  async #logRefusal<T>(path: string, handle: () => Promise<T>): Promise<T> {
    try {
      return await handle()
    } catch (error) {
      if (error instanceof SftpError) this.#log({ act: 'refused', path, problem: error.message })
      throw error
    }
  }

  async #getNode(path: string): Promise<Node> {
    const node = await findNode(this.#root, splitPath(path))
    if (!node) throw new SftpError('NO_SUCH_FILE', 'No such file')
    return node
  }
}

/** Returns the file name of a path directly in the order folder; throws for other paths, which are read-only. */
function getOrderFileName(path: string): string {
  const [folder, name, ...rest] = splitPath(path)
  if (folder !== ORDER_FOLDER || name === undefined || rest.length > 0) throw createReadOnlyError()
  return name
}

const createReadOnlyError = () => new SftpError('PERMISSION_DENIED', 'Read only')

/** A file or folder without its content; a file that is being uploaded has no content yet. */
type NodeInfo = Omit<File, 'open'> | Omit<Folder, 'list'>

/** Returns the SFTP attributes of a file or folder; there are no users and groups. */
function toAttributes(node: NodeInfo): Attributes {
  const seconds = Math.floor(node.modifiedAt.getTime() / 1000)
  return { mode: getMode(node), uid: 0, gid: 0, size: getSize(node), atime: seconds, mtime: seconds }
}

/**
 * Converts a file or folder to an entry of its folder. Clients that do not read the attributes show `longname`, in the
 * format of `ls -l`.
 */
function toFileEntry(node: NodeInfo, filename = node.name): FileEntry {
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

function getMode({ kind, isWritable }: NodeInfo): number {
  if (kind === 'folder') return FOLDER_MODE | (isWritable ? 0o700 : 0o500)
  return FILE_MODE | (isWritable ? 0o600 : 0o400)
}

/** An open file or folder of a session. `isListed`: the list of the folder was sent. */
type Handle =
  | { kind: 'folder'; folder: Folder; isListed: boolean }
  | { kind: 'file'; file: File; reader: FileReader; path: string; sentBytes: number }
  | { kind: 'upload'; upload: OrderFileUpload; name: string; path: string }
