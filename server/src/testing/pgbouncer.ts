import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { claimPort } from '../../../tools/ports.ts'
import { startProgram } from './program.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

/** Whether PgBouncer is installed (Debian's package pgbouncer). */
export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).status === 0

/**
 * Starts PgBouncer in front of the server of `target` in transaction mode, with fewer connections than a process may
 * have, and with `settings`, 'name = value', and `databaseSettings` of its databases. Returns the address of the same database through it; it ends when
 * `opened` is disposed.
 */
export async function startPgBouncer(
  target: string,
  opened: AsyncDisposableStack,
  settings: readonly string[] = [],
  databaseSettings = '',
): Promise<string> {
  const folder = await createTemporaryFolder(opened)
  const { hostname, port, username, password, pathname } = new URL(target)
  const listenPort = await claimPort()
  const login = `user=${username}${password ? ` password=${password}` : ''}`
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port || 5432} ${login} ${databaseSettings}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
${settings.join('\n')}
logfile = ${join(folder, 'log')}
`,
  )
  const user = findUnprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const program = startProgram(['pgbouncer', join(folder, 'pgbouncer.ini')], { user })
  opened.defer(async () => void (await program.end('SIGINT')))
  const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
  while (!(await isAnswering(url))) if (!program.isRunning()) throw new Error('PgBouncer does not start')
  return url
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
