import type { EventEmitter } from 'node:events'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { Log } from '../../../platform/log/log.ts'
import { SftpError } from '../files/sftp-error.ts'
import type { Answer, SftpRequestHandler } from './request-handler.ts'
import { RequestQueue } from './request-queue.ts'
import { SessionInput } from './session-input.ts'

const { STATUS_CODE } = ssh2.utils.sftp

export interface SessionOptions {
  requests: SftpRequestHandler
  log: Log
  /** Called before each request; the connection ends when it resolves to false. */
  isAllowed(): Promise<boolean>
  /** Resolves to true when another answer may be sent, to false when the connection is closed. */
  canSend(): Promise<boolean>
  onRequest(): void
  /** Ends the connection. */
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
