import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { cpuSeconds } from './cpu.ts'
import { freePort, temporaryFolder, terminate, waitFor } from './processes.ts'

export interface Postgres {
  url: string
  /** CPU seconds of the database server; zero when BENCH_DATABASE_URL names another one. */
  cpu(): number
}

/**
 * Creates an empty database on BENCH_DATABASE_URL, else on a PostgreSQL started for the bench, with `settings` as
 * 'name=value'; null without PostgreSQL. Ctrl-C does not end a detached one: its caller does, after those that use it.
 */
export async function startPostgres(
  resources: AsyncDisposableStack,
  settings: readonly string[] = [],
  isDetached = false,
): Promise<Postgres | null> {
  const configuredUrl = process.env.BENCH_DATABASE_URL
  if (configuredUrl) return { url: await createDatabase(configuredUrl, resources), cpu: () => 0 }
  const programs = programFolder()
  return programs ? startCluster(programs, resources, settings, isDetached) : null
}

/** Whether PostgreSQL is installed or configured. */
export const hasPostgres = (): boolean =>
  process.env.BENCH_DATABASE_URL !== undefined || programFolder() !== undefined

async function startCluster(
  programs: string,
  resources: AsyncDisposableStack,
  additional: readonly string[],
  isDetached: boolean,
): Promise<Postgres> {
  const folder = await temporaryFolder(resources)
  const data = join(folder, 'data')
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      ...options,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    ...additional,
  ]
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap(each => ['-c', each])], {
    ...options,
    stdio: 'ignore',
    detached: isDetached,
  })
  const kill = () => void child.kill('SIGINT')
  process.once('exit', kill)
  resources.defer(async () => {
    await terminate(child, 'SIGINT')
    process.off('exit', kill)
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitFor('PostgreSQL starts', 30, () => query(url, 'select 1'))
  return { url, cpu: () => cpuSeconds(child.pid!) }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The newest folder with the server's programs: Debian has one per version, outside of PATH. */
function programFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map(each => join(versions, each, 'bin')) : []
  const folders = [...debian.toSorted().toReversed(), ...(process.env.PATH ?? '').split(':')]
  return folders.find(each => existsSync(join(each, 'initdb')) && existsSync(join(each, 'postgres')))
}

async function createDatabase(server: string, resources: AsyncDisposableStack): Promise<string> {
  const name = `keepsake_bench_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name}`)
  resources.defer(() => query(server, `drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
