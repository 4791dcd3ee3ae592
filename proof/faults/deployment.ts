import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { startS3Server } from '#server/platform/blobs/testing/s3-server.ts'
import type { Role } from '#server/platform/config/config.ts'
import { createFreshDatabase } from '#server/testing/fresh-database.ts'
import { createSmallDiskCommand } from '#server/testing/small-disk.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { startUnreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { claimPorts } from '../../tools/ports.ts'
import { runCommand, ServerProcess } from '../fleet/process.ts'
import { createRestartable, type Edge, type Restartable, startEdge } from './edge.ts'
import { startNodeExporter } from './node-exporter.ts'
import type { Targets } from './prometheus.ts'

export const METRICS_TOKEN = 'the-token-of-the-metrics-of-the-faults'
const DISK_MB = 400

type Proxy = Awaited<ReturnType<typeof startUnreliableProxy>>
type Environment = Record<string, string>

/** A web process, a worker, and a process whose blobs are in a folder on a disk of its own. */
export interface Deployment {
  folder: string
  targets: Targets
  /** Environment of a command that no fault affects. */
  env: Environment
  database: Proxy
  s3: Proxy
  mail: Restartable
  /** The retailer's side of the interface. */
  retailer: Restartable
  worker: { kill(): Promise<void>; start(): Promise<void> }
  /** HAProxy before the web process. */
  edge: Edge
  /** The web process, without the balancer. */
  webOrigin: string
  /** The folder of the machine of backups. */
  backupFolder: string
  /** The files of the bucket. */
  bucketFolder: string
  /** The folder on the small disk, as this process reaches it. */
  diskFolder: string
  /** The process on the small disk: stopped and continued, it has no processor for a while. */
  signalDiskProcess(signal: 'SIGSTOP' | 'SIGCONT'): void
}

export async function startDeployment(opened: AsyncDisposableStack): Promise<Deployment> {
  const folder = await createTemporaryFolder(opened)
  const location = await createFreshDatabase(opened)
  const diskDatabase = await createFreshDatabase(opened)
  if (!('url' in location) || !('url' in diskDatabase))
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
  await mkdir(join(folder, 's3'))
  const store = await startS3Server(join(folder, 's3'))
  opened.defer(() => store.close())
  const database = await startUnreliableProxy(new URL(location.url))
  const s3 = await startUnreliableProxy(new URL(store.location.endpoint!))
  for (const proxy of [database, s3]) opened.defer(() => proxy.close())
  const { mailPort, retailerPort, webPort } = await claimPorts('mailPort', 'retailerPort', 'webPort')
  const mail = createRestartable(opened, async resources => {
    const mailbox = await openMailbox({ dir: join(folder, 'mails'), port: mailPort })
    resources.defer(() => mailbox.close())
  })
  // It knows nothing that it is asked for: for a deletion that is the end.
  const retailer = createRestartable(opened, async resources => {
    const server = createServer((_request, response) => response.writeHead(404).end())
    await once(server.listen(retailerPort, '127.0.0.1'), 'listening')
    resources.defer(() => {
      server.closeAllConnections()
      server.close()
    })
  })
  for (const system of [mail, retailer]) await system.start()

  const ports = await claimPorts('web', 'worker', 'disk')
  const shared = {
    METRICS_TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    SECRET: 'a-secret-of-the-processes-that-have-faults',
    LOG_LEVEL: 'info',
    DRAIN_PAUSE_SECONDS: '0',
  }
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = store.location
  const bucketEnv = {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId!,
    S3_SECRET_ACCESS_KEY: secretAccessKey!,
  }
  const retailerEnv = {
    RETAILER_URL: `http://127.0.0.1:${retailerPort}`,
    RETAILER_TOKEN: 'the-token-of-calls-to-the-retailer',
  }
  const proxiedEnv = {
    ...shared,
    ...bucketEnv,
    ...retailerEnv,
    DATABASE_URL: database.url,
    S3_ENDPOINT: s3.url.replace(/\/$/, ''),
  }
  const startProcess = async (
    name: string,
    role: Role,
    env: Environment,
    { port = 0, wrapper }: { port?: number; wrapper?: readonly string[] } = {},
  ) => {
    const log = join(folder, `${name}.log`)
    const started = new ServerProcess({ name, role, port, env, log, wrapper })
    opened.defer(async () => void (await started.end('SIGTERM')))
    void started.start()
    await started.ready
    return started
  }
  const startRole = (role: 'web' | 'worker') =>
    startProcess(
      role,
      role,
      { ...proxiedEnv, METRICS_PORT: String(ports[role]), DATA_DIR: join(folder, role) },
      { port: role === 'web' ? webPort : 0 },
    )

  for (const { url } of [location, diskDatabase])
    await runCommand(['migrate'], { ...proxiedEnv, DATABASE_URL: url })
  await startRole('web')
  const worker = await startRole('worker')
  const dataDir = join(folder, 'disk')
  await mkdir(dataDir)
  const disk = await startProcess(
    'disk',
    'web',
    {
      ...shared,
      DATABASE_URL: diskDatabase.url,
      METRICS_PORT: String(ports.disk),
      DATA_DIR: dataDir,
      DATA_DIR_IS_SHARED: 'true',
    },
    { wrapper: createSmallDiskCommand(dataDir, DISK_MB) },
  )
  const diskFolder = `/proc/${disk.pid}/root${dataDir}`
  const edge = await startEdge(folder, webPort, opened)
  const node = await startNodeExporter(folder, diskFolder, opened)
  return {
    folder,
    targets: {
      ports: { keepsake: ports, haproxy: { edge: edge.metricsPort }, node: { backup: node.port } },
      probe: edge,
    },
    edge,
    webOrigin: `http://localhost:${webPort}`,
    backupFolder: node.backupFolder,
    env: {
      ...shared,
      ...bucketEnv,
      ...retailerEnv,
      DATABASE_URL: location.url,
      S3_ENDPOINT: endpoint!,
      DATA_DIR: join(folder, 'own'),
      LOG_LEVEL: 'fatal',
    },
    database,
    s3,
    mail,
    retailer,
    worker: {
      kill: async () => void (await worker.end('SIGKILL')),
      async start() {
        void worker.start()
        await worker.ready
      },
    },
    bucketFolder: join(folder, 's3', bucket),
    diskFolder,
    signalDiskProcess: signal => void process.kill(disk.pid!, signal),
  }
}
