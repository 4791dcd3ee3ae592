import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BackupFiles } from './backup-files.ts'
import { DrillError } from './drill-error.ts'
import type { RunningState } from './running-state.ts'

export interface RestoredServer {
  /** Address of the restored database, over a socket in the scratch folder. */
  url: string
  /** Throws a DrillError when the server has ended. */
  checkRunning(): Promise<void>
}

const POLL_MS = 200

/**
 * Unpacks and verifies the base backup in the scratch folder, and starts a standby on it that replays the received log.
 * A standby writes nothing and has no timeline of its own; it listens on a socket only, and connects to nothing.
 * Resolves when it answers; `opened` stops it.
 */
export async function startRestoredServer(
  scratch: string,
  backup: BackupFiles,
  state: RunningState,
  opened: AsyncDisposableStack,
): Promise<RestoredServer> {
  const data = join(scratch, 'data')
  await mkdir(data, { mode: 0o700 })
  for (const [name, folder] of [
    ['base.tar.gz', data],
    ['pg_wal.tar.gz', join(data, 'pg_wal')],
  ] as const)
    await runProgram(scratch, `The base backup is damaged: ${name}`, [
      ...(['tar', '--extract', '--gzip', '--file', join(backup.base, name), '--directory', folder] as const),
    ])
  const programs = findPostgresPrograms((await readFile(join(data, 'PG_VERSION'), 'utf8')).trim())
  await runProgram(scratch, 'The base backup is damaged', [
    join(programs, 'pg_verifybackup'),
    ...['--quiet', '--exit-on-error', '--manifest-path', join(backup.base, 'backup_manifest'), data],
  ])
  await checkControlFile(scratch, join(programs, 'pg_controldata'), state)
  await writeSettings(data, state)
  const server = await startServer(scratch, join(programs, 'postgres'), backup.wal)
  opened.defer(() => stopServer(server))
  const checkRunning = async () => {
    if (hasEnded(server))
      throw new DrillError(`The restored PostgreSQL has ended: ${await findLastError(scratch)}`)
  }
  const host = encodeURIComponent(scratch)
  const [user, database] = [state.user, state.database].map(encodeURIComponent)
  const url = `postgres://${user}@localhost/${database}?host=${host}`
  await waitUntilAnswering(url, checkRunning)
  return { url, checkRunning }
}

async function checkControlFile(scratch: string, program: string, state: RunningState): Promise<void> {
  const text = await runProgram(scratch, 'The base backup is damaged', [program, join(scratch, 'data')])
  const identifier = /^Database system identifier: +(\d+)$/m.exec(text)?.[1]
  if (identifier !== state.systemIdentifier)
    throw new DrillError('The base backup is of another database than the one at DATABASE_URL')
}

/** Replaces all files of settings, those that the running server wrote included. */
async function writeSettings(data: string, { standbySettings }: RunningState): Promise<void> {
  const settings = {
    // The server's working folder is the data folder.
    unix_socket_directories: '..',
    unix_socket_permissions: '0700',
    listen_addresses: '',
    port: PORT,
    restore_command: 'cp "$RECEIVED_LOG/%f" "%p" || cp "$RECEIVED_LOG/%f.partial" "%p"',
    wal_retrieve_retry_interval: '1s',
    hot_standby: 'on',
    // Queries wait for nothing, and replaying waits for queries.
    max_standby_archive_delay: '-1',
    archive_mode: 'off',
    shared_buffers: '128MB',
    max_wal_size: '256MB',
    // A power cut ends the drill anyway.
    fsync: 'off',
    jit: 'off',
    ...standbySettings,
  }
  const text = Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
  await writeFile(join(data, 'postgresql.conf'), text)
  await writeFile(join(data, 'postgresql.auto.conf'), '')
  // The folder of the socket admits this user only.
  await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\n')
  await writeFile(join(data, 'pg_ident.conf'), '')
  for (const name of ['recovery.signal', 'postmaster.pid']) await rm(join(data, name), { force: true })
  await writeFile(join(data, 'standby.signal'), '')
}

/** Names the file of the socket. */
const PORT = 5432

async function startServer(scratch: string, program: string, wal: string): Promise<ChildProcess> {
  await using log = await open(join(scratch, 'log'), 'w')
  return spawn(program, ['-D', join(scratch, 'data')], {
    cwd: scratch,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, LC_MESSAGES: 'C', RECEIVED_LOG: wal },
  })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** SIGINT is the fast shutdown. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const exit = waitForExit(server)
  server.kill('SIGINT')
  await exit
}

async function waitUntilAnswering(
  connectionString: string,
  checkRunning: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await checkRunning()
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      // The socket is not there yet, or the server starts.
      if (!['ENOENT', 'ECONNREFUSED', '57P03'].includes((error as { code?: string }).code!)) throw error
    } finally {
      await client.end()
    }
    await delay(POLL_MS)
  }
}

async function findLastError(scratch: string): Promise<string> {
  const lines = (await readFile(join(scratch, 'log'), 'utf8')).trim().split('\n')
  return (lines.findLast(line => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1)!).replace(
    /^.*?(FATAL|PANIC): +/,
    '',
  )
}

/** Finds the folder of PostgreSQL's server programs of a major version; Debian has one per version, outside of PATH. */
function findPostgresPrograms(majorVersion: string): string {
  const folders = [`/usr/lib/postgresql/${majorVersion}/bin`, ...(process.env.PATH ?? '').split(delimiter)]
  const folder = folders.find(each => existsSync(join(each, 'postgres')))
  if (folder) return folder
  throw new DrillError(
    `The programs of PostgreSQL ${majorVersion} are missing: install postgresql-${majorVersion}, the version of the database`,
  )
}

/**
 * Runs a program with `folder` as its working folder, by which a later drill finds it when this process dies. Resolves
 * with its output; rejects with a DrillError that begins with `problem` and has its first message.
 */
async function runProgram(
  folder: string,
  problem: string,
  [program, ...args]: readonly [string, ...string[]],
): Promise<string> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: PLAIN_LANGUAGE })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (output.stdout += chunk))
  child.stderr.on('data', chunk => (output.stderr += chunk))
  const code = await waitForExit(child)
  if (code === 0) return output.stdout
  const [message = `exit code ${code}`] = output.stderr.split('\n').filter(line => line.trim() !== '')
  throw new DrillError(`${problem}: ${message.trim()}`)
}

/** Resolves with the exit code or the signal; rejects when the program cannot be started. */
async function waitForExit(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

/** Without messages in another language, which are read here. */
const PLAIN_LANGUAGE = { ...process.env, LC_ALL: 'C.UTF-8' }
