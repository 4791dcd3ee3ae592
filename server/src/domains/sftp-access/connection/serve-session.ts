import type { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { MAX_WINDOW, WINDOW_THRESHOLD, windowAdjust } from 'ssh2/lib/Channel.js'
import type { Log } from '../../../platform/log/log.ts'
import { SftpError } from '../files/sftp-error.ts'
import type { Answer, SftpRequestHandler } from './request-handler.ts'

const { STATUS_CODE } = ssh2.utils.sftp

export interface SessionOptions {
  requests: SftpRequestHandler
  log: Log
  /** Called before each request; the connection ends when it resolves to false. */
  isAllowed(): Promise<boolean>
  /** Resolves to true when another answer may be sent, to false when the connection is closed. */
  canSend(): Promise<boolean>
  onRequest(): void
  end(): void
}

/** Answers the requests of a session one after the other. `finish` answers pending requests and ends the session. */
export function serveSession(sftp: SFTPWrapper, options: SessionOptions): { finish(): Promise<void> } {
  const { requests } = options
  const queue = new RequestQueue(() => input.resume())
  let isEnded = false

  const answer = async (id: number, handle: () => Promise<Answer>) => {
    if (isEnded) return
    try {
      if (!(await options.canSend())) return
      if (!(await options.isAllowed())) return end()
      const result = await handle()
      if (!isEnded) send(sftp, id, result)
    } catch (error) {
      if (isEnded) return
      if (error instanceof SftpError) return sftp.status(id, STATUS_CODE[error.status], error.message)
      options.log.error({ err: error }, 'an SFTP request failed')
      sftp.status(id, STATUS_CODE.FAILURE, 'Failed, please try again')
    }
  }
  /** Queued behind pending requests, so that their bytes are stored, too. */
  const endRequests = () =>
    queue.add(0, () =>
      requests
        .end()
        .catch(error => options.log.error({ err: error }, 'an interrupted SFTP upload was not stored')),
    )
  const end = () => {
    if (isEnded) return
    isEnded = true
    endRequests()
    options.end()
  }
  const input = new SessionInput(sftp, { isFull: () => isEnded || queue.isFull, onOverrun: end })
  const on = <Args extends unknown[]>(event: string, handle: (...args: Args) => Promise<Answer>) =>
    (sftp as EventEmitter).on(event, (id: number, ...args: Args) => {
      options.onRequest()
      queue.add(countBytes(args), () => answer(id, () => handle(...args)))
    })

  on('OPEN', (path: string, flags: number) => requests.open(path, flags))
  on('READ', (handle: Buffer, offset: number, length: number) => requests.read(handle, offset, length))
  on('CLOSE', (handle: Buffer) => requests.close(handle))
  on('OPENDIR', (path: string) => requests.openFolder(path))
  on('READDIR', (handle: Buffer) => requests.readFolder(handle))
  for (const event of ['STAT', 'LSTAT']) on(event, (path: string) => requests.stat(path))
  on('FSTAT', (handle: Buffer) => requests.statHandle(handle))
  on('REALPATH', (path: string) => requests.realPath(path))
  on('WRITE', (handle: Buffer, offset: number, data: Buffer) => requests.write(handle, offset, data))
  on('RENAME', (from: string, to: string) => requests.rename(from, to))
  on('REMOVE', (path: string) => requests.remove(path))
  on('SETSTAT', (path: string) => requests.setAttributes(path))
  on('FSETSTAT', (handle: Buffer) => requests.setHandleAttributes(handle))
  for (const event of ['MKDIR', 'RMDIR', 'SYMLINK']) on(event, () => requests.refuse())
  // The library answers them otherwise, also a client that does not receive the answers.
  for (const event of ['READLINK', 'EXTENDED']) on(event, () => requests.refuseUnknown())
  // The client sends no more requests, but may wait for answers; OpenSSH exits once the channel is closed.
  sftp.on('end', () => {
    endRequests()
    queue.add(0, async () => sftp.end())
  })
  // Malformed data: not an SFTP client.
  sftp.on('error', end)
  sftp.on('close', end)
  return {
    async finish() {
      await queue.drain()
      end()
      // `end` has queued the storing of interrupted uploads.
      await queue.drain()
    },
  }
}

/** Counts what the arguments of a request occupy: names, and the bytes of a write. */
const countBytes = (args: readonly unknown[]) =>
  args.reduce<number>(
    (sum, arg) => sum + (typeof arg === 'string' || Buffer.isBuffer(arg) ? arg.length : 0),
    0,
  )

function send(sftp: SFTPWrapper, id: number, answer: Answer): void {
  if (answer === 'ok') sftp.status(id, STATUS_CODE.OK)
  else if ('handle' in answer) sftp.handle(id, answer.handle)
  else if ('data' in answer) sftp.data(id, answer.data)
  else if ('names' in answer) sftp.name(id, [...answer.names])
  else sftp.attrs(id, answer.attributes)
}

const MAX_REQUESTS = 64

const MAX_BYTES = 256 * 1024

interface QueuedRequest {
  bytes: number
  run: () => Promise<void>
}

/**
 * Runs the requests of a session one after another, one per turn of the event loop, so that many requests of a client delay
 * other clients by one request. The session parses no more requests while the queue is full.
 */
class RequestQueue {
  readonly #requests: QueuedRequest[] = []
  readonly #onRoom: () => void
  #bytes = 0
  #running: Promise<void> | undefined

  /** `onRoom` is called after each request. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  get isFull(): boolean {
    return this.#requests.length >= MAX_REQUESTS || this.#bytes >= MAX_BYTES
  }

  /** Adds a request that never rejects; `bytes` is what it occupies in memory. */
  add(bytes: number, run: QueuedRequest['run']): void {
    this.#requests.push({ bytes, run })
    this.#bytes += bytes
    this.#running ??= this.#runAll()
  }

  /** Resolves when all requests are answered. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #runAll(): Promise<void> {
    for (let request = this.#requests.shift(); request; request = this.#requests.shift()) {
      await request.run()
      this.#bytes -= request.bytes
      this.#onRoom()
      if (this.#requests.length > 0) await nextTurn()
    }
    this.#running = undefined
  }
}

const BLOCK_BYTES = 64 * 1024

/** Bytes in the order of their arrival, copied once into blocks, because each small chunk would cost an object. */
class ByteQueue {
  readonly #blocks: Buffer[] = []
  /** Position of the first byte in the first block. */
  #start = 0
  /** Position behind the last byte in the last block. */
  #end = BLOCK_BYTES
  #length = 0

  get length(): number {
    return this.#length
  }

  append(data: Buffer): void {
    for (let copied = 0; copied < data.length; ) {
      if (this.#end === BLOCK_BYTES) {
        this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES))
        this.#end = 0
      }
      const count = data.copy(this.#blocks.at(-1)!, this.#end, copied)
      copied += count
      this.#end += count
      this.#length += count
    }
  }

  /** Removes at most `maxBytes` bytes from the front and returns them; fewer at the end of a block. */
  take(maxBytes: number): Buffer {
    const [block] = this.#blocks
    if (!block) return Buffer.alloc(0)
    const blockEnd = this.#blocks.length === 1 ? this.#end : BLOCK_BYTES
    const end = Math.min(this.#start + maxBytes, blockEnd)
    const taken = block.subarray(this.#start, end)
    this.#length -= taken.length
    this.#start = end
    if (this.#start === BLOCK_BYTES) {
      this.#blocks.shift()
      this.#start = 0
    }
    return taken
  }
}

/** Bytes that are parsed at once; a request has at least 13. */
const SLICE_BYTES = 4096

/** The parts of a session's channel that the library's types omit. Null is the end of the client's data. */
type Channel = SFTPWrapper & {
  incoming: { window: number }
  push(data: Buffer | null): boolean | undefined
}

interface SessionInputOptions {
  /** Whether no more requests are to be parsed now. */
  isFull(): boolean
  /** Called when the client sends more than the window of the channel allows. */
  onOverrun(): void
}

/**
 * Applies backpressure to a client's requests: what arrives while `isFull` is held unparsed, and the channel's window
 * (RFC 4254, 5.2) is extended only once it is parsed, so that at most one window is in memory. The socket is still read,
 * because the client extends its own window by it.
 */
class SessionInput {
  readonly #channel: Channel
  readonly #parse: Channel['push']
  readonly #options: SessionInputOptions
  readonly #held = new ByteQueue()
  #isEndHeld = false

  constructor(sftp: SFTPWrapper, options: SessionInputOptions) {
    this.#channel = sftp as Channel
    this.#parse = this.#channel.push.bind(sftp)
    this.#options = options
    this.#channel.push = data => (data ? this.#receive(data) : this.#receiveEnd())
  }

  /** Parses held bytes as long as the queue of requests has room. */
  resume(): void {
    if (this.#held.length === 0) return
    while (this.#held.length > 0 && !this.#options.isFull()) this.#parse(this.#held.take(SLICE_BYTES))
    if (this.#held.length > 0) return
    if (this.#isEndHeld) this.#parse(null)
    else if (this.#channel.incoming.window <= WINDOW_THRESHOLD) windowAdjust(this.#channel)
  }

  /** False while bytes are held: the library does not extend the window then. */
  #receive(data: Buffer): boolean {
    let parsed = 0
    if (this.#held.length === 0)
      for (; parsed < data.length && !this.#options.isFull(); parsed += SLICE_BYTES)
        this.#parse(data.subarray(parsed, parsed + SLICE_BYTES))
    this.#held.append(data.subarray(parsed))
    if (this.#held.length > MAX_WINDOW) this.#options.onOverrun()
    return this.#held.length === 0
  }

  #receiveEnd(): boolean | undefined {
    if (this.#held.length === 0) return this.#parse(null)
    this.#isEndHeld = true
    return false
  }
}
