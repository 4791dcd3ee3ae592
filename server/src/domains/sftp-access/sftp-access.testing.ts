import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ssh2, { type ConnectConfig, type FileEntryWithStats, type SFTPWrapper } from 'ssh2'
import { onTestFinished } from 'vitest'

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

type KeyOptions =
  | { type: 'ed25519' }
  | { type: 'ecdsa'; bits: 256 | 384 | 521 }
  | { type: 'rsa'; bits: number }

/** Makes a key as ssh-keygen does: the line of its public part, and its private part. */
export function createKeyPair(options: KeyOptions = { type: 'ed25519' }) {
  for (;;) {
    const { type, ...more } = options
    const { public: line, private: privateKey } = ssh2.utils.generateKeyPairSync(
      type as 'rsa',
      more as { bits: number },
    )
    // The library truncates leading zeros of some Ed25519 keys, and cannot read them.
    if ([line, privateKey].some(key => ssh2.utils.parseKey(key) instanceof Error)) continue
    return { publicKey: `${line.trim()} erp@erp01`, privateKey }
  }
}

/** Signs in with a key. */
export const connectSftpWithKey = (port: number, username: string, privateKey: string) =>
  connectSftp(port, username, undefined, { privateKey })

/** Signs in; rejects with the client's error, whose `level` is 'client-authentication' after a refusal. */
export async function connectSftp(
  port: number,
  username: string,
  password: string | undefined,
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

/** Signs in like `connectSftp`; the connection ends with the test. */
export async function openSftp(...args: Parameters<typeof connectSftp>): Promise<TestSftp> {
  const session = await connectSftp(...args)
  onTestFinished(() => void session.client.destroy())
  return session
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

export interface OpenSshOptions {
  port: number
  userName: string
  /** Supplied by a program, because OpenSSH does not accept one on its command line. */
  password?: string
  /** In the format of OpenSSH. */
  privateKey?: string
  /** Further options, such as 'PubkeyAcceptedAlgorithms=ssh-rsa'. */
  options?: readonly string[]
}

/** Runs a batch by OpenSSH, as scripts do; rejects when it fails, or has not exited after half a minute. */
export async function runOpenSsh(
  { port, userName, password, privateKey, options = [] }: OpenSshOptions,
  commands: readonly string[],
  folder: string,
): Promise<void> {
  const [askPass, batch, identity] = ['password.sh', 'batch', 'identity'].map(name => join(folder, name))
  await writeFile(askPass!, `#!/bin/sh\necho '${password}'\n`, { mode: 0o700 })
  await writeFile(batch!, commands.map(command => `${command}\n`).join(''))
  if (privateKey) await writeFile(identity!, privateKey, { mode: 0o600 })
  const allOptions = [
    `BatchMode=${privateKey ? 'yes' : 'no'}`,
    'IdentitiesOnly=yes',
    `IdentityFile=${privateKey ? identity : 'none'}`,
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    ...options,
  ].flatMap(option => ['-o', option])
  await promisify(execFile)(
    OPENSSH!,
    ['-q', ...allOptions, '-P', String(port), '-b', batch!, `${userName}@127.0.0.1`],
    {
      env: { ...process.env, SSH_ASKPASS: askPass, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' },
      timeout: 30_000,
    },
  )
}
