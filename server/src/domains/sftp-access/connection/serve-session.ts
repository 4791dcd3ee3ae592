import type { EventEmitter } from 'node:events'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { Log } from '../../../platform/log/log.ts'
import { SftpError } from '../files/sftp-error.ts'
import type { Answer, SessionRequests } from './requests.ts'

const { STATUS_CODE } = ssh2.utils.sftp

/** Some clients ask for a whole file at once; beyond this many waiting requests the connection ends. */
const MAX_WAITING = 16_384

export interface SessionOptions {
  requests: SessionRequests
  log: Log
  /** Asked before each request; the connection ends when the answer is false. */
  mayContinue(): Promise<boolean>
  /** Resolves when the client has received enough for another answer, and false when it is gone. */
  canSend(): Promise<boolean>
  onRequest(): void
  /** Ends the connection. */
  end(): void
}

/** Answers the requests of a session one after the other. `finish` answers those that have arrived and ends. */
export function serveSession(sftp: SFTPWrapper, options: SessionOptions): { finish(): Promise<void> } {
  const { requests } = options
  let last = Promise.resolve()
  let waiting = 0
  let isEnded = false

  const answer = async (id: number, handle: () => Promise<Answer>) => {
    if (isEnded) return
    try {
      if (!(await options.canSend())) return
      if (!(await options.mayContinue())) return end()
      const result = await handle()
      if (!isEnded) send(sftp, id, result)
    } catch (error) {
      if (isEnded) return
      if (error instanceof SftpError) return sftp.status(id, STATUS_CODE[error.status], error.message)
      options.log.error({ err: error }, 'an SFTP request failed')
      sftp.status(id, STATUS_CODE.FAILURE, 'Failed, please try again')
    }
  }
  /** After the requests that have arrived: what they have written is stored, too. */
  const endRequests = () => {
    last = last
      .then(() => requests.end())
      .catch(error => options.log.error({ err: error }, 'an interrupted SFTP upload was not stored'))
  }
  const end = () => {
    if (isEnded) return
    isEnded = true
    endRequests()
    options.end()
  }
  const on = <Args extends unknown[]>(event: string, handle: (...args: Args) => Promise<Answer>) =>
    (sftp as EventEmitter).on(event, (id: number, ...args: Args) => {
      options.onRequest()
      if (++waiting > MAX_WAITING) return end()
      last = last.then(() => answer(id, () => handle(...args))).finally(() => waiting--)
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
  // The client sends nothing more, and may wait for answers: OpenSSH exits once the channel is closed.
  sftp.on('end', () => {
    endRequests()
    last = last.then(() => sftp.end())
  })
  // Not an SFTP client: what it sent cannot be read.
  sftp.on('error', end)
  sftp.on('close', end)
  return {
    async finish() {
      await last
      end()
      // What is being sent is stored.
      await last
    },
  }
}

function send(sftp: SFTPWrapper, id: number, answer: Answer): void {
  if (answer === 'ok') sftp.status(id, STATUS_CODE.OK)
  else if ('handle' in answer) sftp.handle(id, answer.handle)
  else if ('data' in answer) sftp.data(id, answer.data)
  else if ('names' in answer) sftp.name(id, [...answer.names])
  else sftp.attrs(id, answer.attributes)
}
