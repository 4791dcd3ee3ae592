import { execFile } from 'node:child_process'
import { chownSync } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { claimPort } from '../../../tools/ports.ts'
import { initCluster, startPostgresProgram, startServer } from './postgres-programs.ts'
import type { Program } from './program.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

const run = promisify(execFile)

/**
 * A separate PostgreSQL whose log is streamed as it is written; it is backed up and restored to a point in time with
 * the commands of docs/operations.md. It ends when `opened` is disposed.
 */
export class PostgresCluster {
  readonly #folder: string
  readonly #port: number
  readonly #processes: { server: Program; receiver: Program | null }

  static async start(opened: AsyncDisposableStack): Promise<PostgresCluster> {
    const folder = await createTemporaryFolder(opened)
    initCluster(folder)
    const user = findUnprivilegedUser()
    for (const name of ['backup', 'backup/base', 'backup/wal']) {
      await mkdir(join(folder, name))
      if (user) chownSync(join(folder, name), user.uid, user.gid)
    }
    const cluster = new PostgresCluster(folder, await claimPort())
    opened.defer(() => cluster.#stop())
    await cluster.#waitUntilReady()
    await cluster.query(`select pg_create_physical_replication_slot('backup', true)`)
    cluster.#processes.receiver = startPostgresProgram('pg_receivewal', folder, [
      ...['--no-password', '--slot=backup', '--directory=backup/wal', `--dbname=${cluster.url}`],
    ])
    return cluster
  }

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    this.#processes = { server: startServer(this.#folder, this.#port, ['fsync=off']), receiver: null }
  }

  /** The folder with base backups and the log, as the units of deployment/ leave them. */
  get backupFolder(): string {
    return join(this.#folder, 'backup')
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  async takeBaseBackup(): Promise<void> {
    const backup = startPostgresProgram('pg_basebackup', this.#folder, [
      ...['--no-password', '--checkpoint=fast', '--format=tar', '--gzip', '--pgdata=backup/base/incomplete'],
      `--dbname=${this.url}`,
    ])
    const code = await backup.ended
    if (code !== 0) throw new Error(`pg_basebackup ended with ${code}`)
    const base = join(this.backupFolder, 'base')
    const name = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
    await rename(join(base, 'incomplete'), join(base, name))
  }

  /** The time of the database's clock, for `restore`. */
  async now(): Promise<string> {
    const [row] = await this.query('select clock_timestamp()::text as now')
    return row!.now as string
  }

  /**
   * Stops the server, and starts it with the state of a point in time, restored from the base backup and the received
   * log.
   */
  async restore(moment: string): Promise<void> {
    await this.#stop()
    const [data, wal] = [join(this.#folder, 'data'), join(this.backupFolder, 'wal')]
    const bases = join(this.backupFolder, 'base')
    const base = join(bases, (await readdir(bases)).toSorted().at(-1)!)
    await rm(data, { recursive: true })
    await mkdir(data, { mode: 0o700 })
    await run('tar', ['-xf', join(base, 'base.tar.gz'), '-C', data])
    await run('tar', ['-xf', join(base, 'pg_wal.tar.gz'), '-C', join(data, 'pg_wal')])
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${wal}/%f %p || cp ${wal}/%f.partial %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
`,
    )
    await writeFile(join(data, 'recovery.signal'), '')
    const user = findUnprivilegedUser()
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, data])
    this.#processes.server = startServer(this.#folder, this.#port, ['fsync=off'])
    await this.#waitUntilReady()
  }

  /** Resolves when the server answers and has recovered. */
  async #waitUntilReady(): Promise<void> {
    for (;;) {
      const [row] = await this.query('select pg_is_in_recovery() as recovers').catch(() => [])
      if (row?.recovers === false) return
      if (!this.#processes.server.isRunning()) throw new Error('PostgreSQL does not start')
    }
  }

  /** Stops the server first: it exits when the receiver has all of its log. */
  async #stop(): Promise<void> {
    await this.#processes.server.end('SIGINT')
    await this.#processes.receiver?.end('SIGINT')
  }
}
