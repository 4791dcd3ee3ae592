import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Mailbox, openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { startS3Server } from '#server/platform/blobs/testing/s3-server.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { onSmallDisk } from '#server/testing/small-disk.ts'
import { unreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { freePort } from '../../tools/free-port.ts'
import { runCommand } from '../fleet/process.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
export const METRICS_TOKEN = 'the-token-of-the-metrics-of-the-faults'
const DISK_MB = 400

type Proxy = Awaited<ReturnType<typeof unreliableProxy>>
type Environment = Record<string, string>

/** A web process, a worker, and a process whose blobs are in a folder on a disk of its own. */
export interface Deployment {
  folder: string
  /** Management ports by process. */
  ports: Record<'web' | 'worker' | 'disk', number>
  /** Environment of a command that no fault affects. */
  env: Environment
  database: Proxy
  s3: Proxy
  mail: { stop(): Promise<void>; start(): Promise<void> }
  worker: { kill(): Promise<void>; start(): Promise<void> }
  /** The folder on the small disk, as this process reaches it. */
  diskFolder: string
}

export async function startDeployment(opened: AsyncDisposableStack): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-faults-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const location = await freshDatabase(opened)
  const other = await freshDatabase(opened)
  if (!('url' in location) || !('url' in other))
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
  await mkdir(join(folder, 's3'))
  const store = await startS3Server(join(folder, 's3'))
  opened.defer(() => store.close())
  const database = await unreliableProxy(new URL(location.url))
  const s3 = await unreliableProxy(new URL(store.location.endpoint!))
  for (const proxy of [database, s3]) opened.defer(() => proxy.close())
  const mail = await startMailServer(join(folder, 'mails'))
  opened.defer(() => mail.stop())

  const ports = { web: await freePort(), worker: await freePort(), disk: await freePort() }
  const shared = {
    METRICS_TOKEN,
    SMTP_URL: mail.url,
    SECRET: 'a-secret-of-the-processes-that-have-faults',
    LOG_LEVEL: 'info',
    DRAIN_PAUSE_SECONDS: '0',
    NODE_NO_WARNINGS: '1',
  }
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = store.location
  const bucketEnv = {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId!,
    S3_SECRET_ACCESS_KEY: secretAccessKey!,
  }
  const behind = {
    ...shared,
    ...bucketEnv,
    DATABASE_URL: database.url,
    S3_ENDPOINT: s3.url.replace(/\/$/, ''),
  }
  const startRole = (name: 'web' | 'worker', role: string) =>
    startProcess(name, [process.execPath, MAIN, 'serve', '--role', role], {
      ...behind,
      PORT: '0',
      METRICS_PORT: String(ports[name]),
      DATA_DIR: join(folder, name),
      log: join(folder, `${name}.log`),
    })

  for (const { url } of [location, other]) await runCommand(['migrate'], { ...behind, DATABASE_URL: url })
  const web = await startRole('web', 'web')
  opened.defer(() => end(web, 'SIGTERM'))
  let worker = await startRole('worker', 'worker')
  opened.defer(() => end(worker, 'SIGTERM'))
  const dataDir = join(folder, 'disk')
  await mkdir(dataDir)
  const disk = await startProcess(
    'disk',
    [...onSmallDisk(dataDir, DISK_MB), process.execPath, MAIN, 'serve', '--role', 'web'],
    {
      ...shared,
      DATABASE_URL: other.url,
      PORT: '0',
      METRICS_PORT: String(ports.disk),
      DATA_DIR: dataDir,
      log: join(folder, 'disk.log'),
    },
  )
  opened.defer(() => end(disk, 'SIGTERM'))
  return {
    folder,
    ports,
    env: {
      ...shared,
      ...bucketEnv,
      DATABASE_URL: location.url,
      S3_ENDPOINT: endpoint!,
      DATA_DIR: join(folder, 'own'),
      LOG_LEVEL: 'fatal',
    },
    database,
    s3,
    mail,
    worker: {
      kill: () => end(worker, 'SIGKILL'),
      async start() {
        worker = await startRole('worker', 'worker')
      },
    },
    diskFolder: `/proc/${disk.pid}/root${dataDir}`,
  }
}

async function startProcess(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  { log, ...env }: Environment & { log: string; METRICS_PORT: string },
): Promise<ChildProcess> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ready = `http://127.0.0.1:${env.METRICS_PORT}/readyz`
  while ((await fetch(ready).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: see ${log}`)
    await wait(200)
  }
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** A mail server that can be stopped, and started again at the same address. */
async function startMailServer(dir: string) {
  const port = await freePort()
  const open = () => openMailbox({ dir, port })
  let mailbox: Mailbox | null = await open()
  return {
    url: mailbox.smtpUrl,
    async stop() {
      await mailbox?.close()
      mailbox = null
    },
    async start() {
      mailbox = await open()
    },
  }
}
