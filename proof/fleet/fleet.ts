import { join } from 'node:path'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { claimPort } from '../../tools/ports.ts'
import { getCpuSeconds } from '../bench/harness/cpu.ts'
import { type Postgres, startPostgres } from '../bench/harness/postgres.ts'
import { type Balancer, type BalancerProgram, startBalancer } from './balancer.ts'
import { createBucket } from './bucket.ts'
import { createCertificate, trustCertificate } from './certificate.ts'
import { runCommand, ServerProcess } from './process.ts'

export interface FleetOptions {
  web: number
  workers: number
  /** The first one is at PUBLIC_ORIGIN: requests with the port of another one are answered 421. */
  balancers: readonly BalancerProgram[]
  /** Port of the first balancer; a free one by default. */
  httpsPort?: number
  env?: Record<string, string>
  /** Flags of Node of all processes. */
  flags?: readonly string[]
  /** Runs on the migrated database before the processes start. */
  prepare?: (env: Record<string, string>) => Promise<void>
  /** Folder of the checkout that commands and processes are started from; this one by default. */
  checkout?: string
}

/** PostgreSQL, S3 or a shared folder, web processes, workers, and balancers with the files of deployment/. */
export interface Fleet {
  /** Origin of the first balancer. */
  origin: string
  balancers: readonly Balancer[]
  postgres: Postgres
  /** Environment of all processes. */
  env: Record<string, string>
  /** Output of all processes. */
  log: string
  /** CPU seconds so far of all processes that answer requests: balancers, web processes, database server. */
  cpu(): number
  /** The processes that run or are to run. */
  processes(role?: 'web' | 'worker'): readonly ServerProcess[]
  /** Resolves when all processes are ready. */
  waitUntilReady(): Promise<void>
  /** Restarts all processes one after another, each when the one before is ready. */
  restartAll(): Promise<void>
}

/**
 * Starts a fleet on this machine; disposing of `resources` ends it in order. Needs PostgreSQL, openssl and the
 * balancers.
 */
export async function startFleet(options: FleetOptions, resources: AsyncDisposableStack): Promise<Fleet> {
  const folder = await createTemporaryFolder(resources)
  const postgres = await startPostgres(resources, [], true)
  const bucket = await createBucket('keepsake-fleet', resources)
  const httpsPort = options.httpsPort ?? (await claimPort())
  const env: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    ...(bucket ? { S3_BUCKET: bucket } : { DATA_DIR_IS_SHARED: 'true' }),
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET: 'a fleet on one machine '.padEnd(32, '.'),
    PUBLIC_ORIGIN: `https://localhost:${httpsPort}`,
    // Only the balancers have this address: clients of this machine have others of 127.0.0.0/8.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  await runCommand(['migrate'], env, options)
  await options.prepare?.(env)
  const log = join(folder, 'processes.log')
  let count = 0
  const create = async (role: 'web' | 'worker') =>
    new ServerProcess({
      name: `${role}${++count}`,
      role,
      port: role === 'web' ? await claimPort() : null,
      env,
      log,
      flags: options.flags,
      checkout: options.checkout,
    })
  const processes: ServerProcess[] = []
  for (let i = 0; i < options.web; i++) processes.push(await create('web'))
  for (let i = 0; i < options.workers; i++) processes.push(await create('worker'))
  resources.defer(() =>
    Promise.all(processes.map(each => each.pid && each.end('SIGINT'))).then(() => undefined),
  )
  const listProcesses = (role?: string) => processes.filter(each => !role || each.role === role)
  const waitUntilReady = async () => void (await Promise.all(processes.map(each => each.ready)))
  const webPorts = listProcesses('web').map(({ port }) => port!)
  for (const each of processes) void each.start()
  await waitUntilReady()

  const certificate = createCertificate(folder)
  trustCertificate(certificate)
  const balancers: Balancer[] = []
  for (const program of options.balancers) {
    const ports = {
      httpsPort: balancers.length ? await claimPort() : httpsPort,
      httpPort: await claimPort(),
    }
    const settings = { ...ports, webPorts, certificate, folder }
    balancers.push(await startBalancer(program, settings, resources))
  }
  return {
    origin: balancers[0]?.origin ?? listProcesses('web')[0]!.origin,
    balancers,
    postgres,
    env,
    log,
    cpu: () =>
      postgres.cpu() +
      [
        ...balancers.map(each => each.cpu()),
        ...listProcesses('web').map(each => getCpuSeconds(each.pid!)),
      ].reduce((sum, seconds) => sum + seconds, 0),
    processes: listProcesses,
    waitUntilReady,
    async restartAll() {
      for (const each of processes) await each.restart('SIGTERM')
    },
  }
}
