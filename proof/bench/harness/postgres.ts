import pg from 'pg'
import { hasPostgresPrograms, initCluster, startServer } from '#server/testing/postgres-programs.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { claimPort } from '../../../tools/ports.ts'
import { getCpuSeconds } from './cpu.ts'
import { waitFor } from './processes.ts'

export interface Postgres {
  url: string
  /** Process of the database server. */
  pid: number
  /** CPU seconds of the database server. */
  cpu(): number
}

/**
 * Starts a PostgreSQL with `settings` as 'name=value'; throws where it is not installed. Ctrl-C does not end a detached one: its
 * caller does, after those that use it.
 */
export async function startPostgres(
  resources: AsyncDisposableStack,
  settings: readonly string[] = [],
  isDetached = false,
): Promise<Postgres> {
  if (!hasPostgresPrograms()) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
  const folder = await createTemporaryFolder(resources)
  initCluster(folder)
  const port = await claimPort()
  const program = startServer(folder, port, settings, isDetached)
  resources.defer(async () => void (await program.end('SIGINT')))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitFor('PostgreSQL starts', 30, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
  })
  const pid = program.child.pid!
  return { url, pid, cpu: () => getCpuSeconds(pid) }
}
