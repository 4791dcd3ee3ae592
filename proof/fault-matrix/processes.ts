import { join } from 'node:path'
import type { TestStorage } from '#server/testing/harness.ts'
import { claimPort } from '../../tools/ports.ts'
import { ServerProcess } from '../fleet/process.ts'
import { type StatementProxy, startStatementProxy } from './statement-proxy.ts'

export type WatchedRole = 'web' | 'worker'

/** The processes of a server, each with a database connection that is watched. */
export interface Processes {
  web: WatchedProcess
  worker: WatchedProcess
  /** A second worker, which is not started. */
  spareWorker: ServerProcess
  origin: string
}

export interface WatchedProcess {
  server: ServerProcess
  statements: StatementProxy
}

/** Starts a web process and a worker on a migrated database; disposing of `resources` ends them in order. */
export async function startProcesses(
  { folder, secret }: TestStorage,
  databaseUrl: string,
  env: Record<string, string>,
  resources: AsyncDisposableStack,
): Promise<Processes> {
  const create = async (name: string, role: WatchedRole, url: string) => {
    const server = new ServerProcess({
      name,
      role,
      port: role === 'web' ? await claimPort() : null,
      env: {
        DATA_DIR: folder,
        DATABASE_URL: url,
        SECRET: secret,
        LOG_LEVEL: 'warn',
        DATA_DIR_IS_SHARED: 'true',
        ALLOW_TEST_SETTINGS: 'true',
        RATE_LIMITS: 'false',
        DISK_RESERVE_PERCENT: '0',
        DRAIN_PAUSE_SECONDS: '0',
        ...env,
      },
      log: join(folder, 'processes.log'),
    })
    resources.defer(async () => {
      if (server.pid) await server.end('SIGINT')
    })
    return server
  }
  const watch = async (role: WatchedRole): Promise<WatchedProcess> => {
    const statements = await startStatementProxy(new URL(databaseUrl))
    resources.defer(async () => statements.close())
    const server = await create(role, role, statements.url)
    await server.start()
    await server.ready
    return { server, statements }
  }
  const [web, worker] = [await watch('web'), await watch('worker')]
  return {
    web,
    worker,
    spareWorker: await create('spare worker', 'worker', databaseUrl),
    origin: web.server.origin,
  }
}
