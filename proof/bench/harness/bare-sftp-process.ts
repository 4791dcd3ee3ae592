import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import ssh2, { type FileEntry } from 'ssh2'
import { ALGORITHMS } from '#server/domains/sftp-access/connection/limits.ts'
import { generateHostKey } from '#server/domains/sftp-access/host-key.ts'

/*
 * The reference of the SFTP bench in a separate process: the library's server with the same algorithms and the files of a
 * folder, without accounts, database and blobs. Every client is served.
 */
const folder = process.argv[2]!
const { STATUS_CODE } = ssh2.utils.sftp
const server = new ssh2.Server({ hostKeys: [await generateHostKey()], algorithms: ALGORITHMS }, client => {
  client.on('authentication', attempt => attempt.accept())
  client.on('error', () => undefined)
  client.on('session', accept =>
    accept().on('sftp', acceptSftp => {
      const sftp = acceptSftp()
      sftp.on('end', () => sftp.end())
      const listed = new Set<string>()
      const readAttributes = (path: string) => {
        const { mode, size, mtimeMs } = statSync(join(folder, path))
        const seconds = Math.floor(mtimeMs / 1000)
        return { mode, size, uid: 0, gid: 0, atime: seconds, mtime: seconds }
      }
      const open: string[] = []
      const toHandle = (id: number) => Buffer.from([id >> 8, id & 255])
      const readHandleId = (handle: Buffer) => handle.readUInt16BE()
      sftp.on('REALPATH', (id, path) => {
        const filename = join('/', path)
        sftp.name(id, [{ filename, longname: filename, attrs: readAttributes('/') }])
      })
      sftp.on('STAT', (id, path) => sftp.attrs(id, readAttributes(path)))
      sftp.on('LSTAT', (id, path) => sftp.attrs(id, readAttributes(path)))
      sftp.on('OPENDIR', (id, path) => sftp.handle(id, toHandle(open.push(path) - 1)))
      sftp.on('READDIR', (id, handle) => {
        const path = open[readHandleId(handle)]!
        if (listed.has(path)) return sftp.status(id, STATUS_CODE.EOF)
        listed.add(path)
        const names = readdirSync(join(folder, path)).map(
          (filename): FileEntry => ({
            filename,
            longname: filename,
            attrs: readAttributes(join(path, filename)),
          }),
        )
        sftp.name(id, names)
      })
      const files = new Map<number, number>()
      sftp.on('OPEN', (id, path) => {
        const number = open.push(path) - 1
        files.set(number, openSync(join(folder, path), 'r'))
        sftp.handle(id, toHandle(number))
      })
      sftp.on('FSTAT', (id, handle) => sftp.attrs(id, readAttributes(open[readHandleId(handle)]!)))
      sftp.on('READ', (id, handle, offset, length) => {
        const bytes = Buffer.allocUnsafe(Math.min(length, 64 * 1024))
        const read = readSync(files.get(readHandleId(handle))!, bytes, 0, bytes.length, offset)
        if (read === 0) return sftp.status(id, STATUS_CODE.EOF)
        sftp.data(id, bytes.subarray(0, read))
      })
      sftp.on('CLOSE', (id, handle) => {
        const file = files.get(readHandleId(handle))
        if (file !== undefined) closeSync(file)
        files.delete(readHandleId(handle))
        sftp.status(id, STATUS_CODE.OK)
      })
    }),
  )
})
// No delay, like the product: small answers would wait 40 ms for the client's acknowledgement.
const listener = createServer({ noDelay: true }, socket => server.injectSocket(socket))
listener.listen(0, '127.0.0.1', () => process.send!({ port: (listener.address() as AddressInfo).port }))
