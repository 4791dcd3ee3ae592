import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '#server/platform/config/config.ts'
import { POSTGRES_SETTINGS } from '#server/testing/process-settings.ts'
import { claimPort } from '../../../tools/ports.ts'
import { ServerProcess } from '../../fleet/process.ts'
import { getCpuSeconds, getResidentMiB } from './cpu.ts'
import type { DataDirectory } from './data-directory.ts'

export interface BenchServer {
  origin: string
  pid: number
  /** CPU seconds of the server's processes so far, without a database server. */
  cpu(): number
  /** Resident memory of the server process in MiB, without HEIC decoders. */
  memory(): number
}

/** Node's flags of npm start: they bound the memory, and cost time in garbage collections. */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=2', '--max-old-space-size=512']

/** Starts the server on a data directory as in production, but without request log and rate limits. */
export async function startServer(
  { folder, databaseUrl }: DataDirectory,
  resources: AsyncDisposableStack,
  env: Record<string, string> = {},
  role: Role = 'all',
): Promise<BenchServer> {
  const profile = process.env.BENCH_PROFILE
  const server = new ServerProcess({
    name: role,
    role,
    port: role === 'worker' ? null : await claimPort(),
    flags: [...nodeFlags, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    log: join(folder, 'processes.log'),
    env: {
      MALLOC_ARENA_MAX: '2',
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.compile-cache', import.meta.url)),
      NODE_ENV: 'production',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl ?? '',
      LOG_LEVEL: 'warn',
      ...(databaseUrl ? POSTGRES_SETTINGS : { EMBEDDED_DATABASE: 'true' }),
      ALLOW_TEST_SETTINGS: 'true',
      RATE_LIMITS: 'false',
      ...env,
    },
  })
  resources.defer(async () => void (await server.end('SIGINT')))
  void server.start()
  await server.ready
  const pid = server.pid!
  return { origin: server.origin, pid, cpu: () => getCpuSeconds(pid), memory: () => getResidentMiB(pid) }
}
