import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { POSTGRES_SETTINGS } from '#server/testing/process-settings.ts'
import { getCpuSeconds, getResidentMiB } from './cpu.ts'
import type { DataDirectory } from './data-directory.ts'
import { terminate } from './processes.ts'

export interface BenchServer {
  origin: string
  pid: number
  /** CPU seconds of the server's processes so far, without a database server. */
  cpu(): number
  /** Resident memory of the server process in MiB, without HEIC decoders. */
  memory(): number
  close(): Promise<void>
}

/** Node's flags of npm start: they bound the memory, and cost time in garbage collections. */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=2', '--max-old-space-size=512']

/** Starts the server on a data directory as in production, but without request log and rate limits. */
export async function startServer(
  dataDirectory: DataDirectory,
  resources: AsyncDisposableStack,
  env: Record<string, string> = {},
  role = 'all',
): Promise<BenchServer> {
  const profile = process.env.BENCH_PROFILE
  const child = fork(new URL('./server-process.ts', import.meta.url), [role], {
    execArgv: [...nodeFlags, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.compile-cache', import.meta.url)),
      NODE_NO_WARNINGS: '1',
      NODE_ENV: 'production',
      DATA_DIR: dataDirectory.folder,
      DATABASE_URL: dataDirectory.databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...(dataDirectory.databaseUrl ? POSTGRES_SETTINGS : { EMBEDDED_DATABASE: 'true' }),
      ALLOW_TEST_SETTINGS: 'true',
      RATE_LIMITS: 'false',
      ...env,
    },
  })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The server ended with ${code}`)),
  )
  ended.catch(() => undefined)
  const [{ origin }] = (await Promise.race([once(child, 'message'), ended])) as [{ origin: string }]
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'exit')
    child.send('close')
    await closed
  }
  resources.defer(() => (child.connected ? close() : terminate(child, 'SIGKILL')))
  const pid = child.pid!
  return { origin, pid, cpu: () => getCpuSeconds(pid), memory: () => getResidentMiB(pid), close }
}
