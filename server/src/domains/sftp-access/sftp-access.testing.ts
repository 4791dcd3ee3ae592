import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ssh2, { type ConnectConfig, type FileEntryWithStats, type SFTPWrapper } from 'ssh2'

/** An SFTP client as customers use it. */
export interface TestSftp {
  client: InstanceType<typeof ssh2.Client>
  sftp: SFTPWrapper
  /** Names in a folder, sorted. */
  list(path: string): Promise<string[]>
  entries(path: string): Promise<FileEntryWithStats[]>
  get(path: string): Promise<Buffer>
  getFrom(path: string, start: number): Promise<Buffer>
  close(): Promise<void>
}

/** Signs in; rejects with the client's error, whose `level` is 'client-authentication' after a refusal. */
export async function connectSftp(
  port: number,
  username: string,
  password: string,
  more: Partial<ConnectConfig> = {},
): Promise<TestSftp> {
  const client = new ssh2.Client()
  const closed = once(client, 'close').then(() => {
    throw new Error('The server has closed the connection')
  })
  const ready = Promise.race([once(client, 'ready'), closed])
  client.connect({ host: '127.0.0.1', port, username, password, ...more })
  try {
    await ready
  } catch (error) {
    client.destroy()
    throw error
  }
  // Connections that the server ends are part of the tests.
  client.on('error', () => undefined)
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const entries = (path: string) => promisify(sftp.readdir.bind(sftp))(path) as Promise<FileEntryWithStats[]>
  return {
    client,
    sftp,
    entries,
    list: async path => (await entries(path)).map(({ filename }) => filename).sort(),
    get: path => readAll(sftp, path, 0),
    getFrom: (path, start) => readAll(sftp, path, start),
    async close() {
      const closed = once(client, 'close')
      client.end()
      await closed
    },
  }
}

async function readAll(sftp: SFTPWrapper, path: string, start: number): Promise<Buffer> {
  const stream = sftp.createReadStream(path, { start })
  const closed = once(stream, 'close')
  const chunks = await Array.fromAsync(stream as AsyncIterable<Buffer>)
  // The client throws when it is ended before the file is closed.
  await closed
  return Buffer.concat(chunks)
}

/** Returns the status of a refused request (draft-ietf-secsh-filexfer-02, section 7); 0 for a successful one. */
export async function getStatus(request: (done: (error?: Error | null) => void) => void): Promise<number> {
  const error = await new Promise<(Error & { code?: number | string }) | null | undefined>(resolve =>
    request(resolve),
  )
  return error ? Number(error.code) : 0
}

/** OpenSSH's client; undefined where it is not installed. */
export const OPENSSH = ['/usr/bin/sftp', '/usr/local/bin/sftp'].find(path => existsSync(path))

/**
 * Downloads a folder with its files by OpenSSH in batch mode, as scripts do; rejects when OpenSSH has not exited
 * after half a minute. A program supplies the password, because OpenSSH does not accept one on its command line.
 */
export async function fetchByOpenSsh(
  { port, userName, password }: { port: number; userName: string; password: string },
  path: string,
  folder: string,
): Promise<void> {
  const [askPass, batch] = [join(folder, 'password.sh'), join(folder, 'batch')]
  await writeFile(askPass, `#!/bin/sh\necho '${password}'\n`, { mode: 0o700 })
  await writeFile(batch, `get -r ${path} ${folder}\n`)
  const options = [
    'BatchMode=no',
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
  ].flatMap(option => ['-o', option])
  await promisify(execFile)(
    OPENSSH!,
    ['-q', ...options, '-P', String(port), '-b', batch, `${userName}@127.0.0.1`],
    {
      env: { ...process.env, SSH_ASKPASS: askPass, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' },
      timeout: 30_000,
    },
  )
}
