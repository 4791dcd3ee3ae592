import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, startProgram } from './program.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

/** Whether PostgreSQL's programs are installed. */
export const hasPostgresPrograms = (): boolean => findProgramFolder() !== undefined

/** Creates a cluster in `folder`/data. */
export function initCluster(folder: string): void {
  const user = findUnprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const args = ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(findProgramFolder()!, 'initdb'), args, { ...user, cwd: folder, stdio: 'ignore' })
}

/** Starts the server of the cluster in `folder`/data on the loopback interface, with `settings` as 'name=value'. */
export function startServer(
  folder: string,
  port: number,
  settings: readonly string[],
  isDetached = false,
): Program {
  const options = [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    ...settings,
  ].flatMap(each => ['-c', each])
  return startPostgresProgram('postgres', folder, ['-D', 'data', ...options], isDetached)
}

/** Starts one of PostgreSQL's programs in the folder. */
export function startPostgresProgram(
  name: string,
  folder: string,
  args: readonly string[],
  isDetached = false,
): Program {
  const command = [join(findProgramFolder()!, name), ...args]
  return startProgram(command, { user: findUnprivilegedUser(), cwd: folder, isDetached })
}

/** Finds the newest folder with the programs; Debian has one per version, outside of PATH. */
function findProgramFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map(each => join(versions, each, 'bin')) : []
  const folders = [...debian.toSorted().toReversed(), ...(process.env.PATH ?? '').split(':')]
  return folders.find(each => existsSync(join(each, 'initdb')) && existsSync(join(each, 'pg_receivewal')))
}
