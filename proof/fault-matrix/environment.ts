import { join } from 'node:path'
import pg from 'pg'
import { type CallbackReceiver, startReceiver } from '#server/domains/callbacks/callbacks.testing.ts'
import { createFolderBlobs } from '#server/platform/blobs/folder-blobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts'
import { createTestStorage, PASSWORD, type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startUnreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { signIn } from '../bench/harness/customer.ts'
import { startPostgres } from '../bench/harness/postgres.ts'
import { waitFor } from '../bench/harness/processes.ts'
import { createFaultyBlobs, type FaultyBlobs } from './faulty-blobs.ts'
import { type Processes, startProcesses } from './processes.ts'

/** A server whose parts can fail, and the systems that it calls. */
export interface Environment {
  server: TestServer
  blobs: FaultyBlobs
  receiver: CallbackReceiver
  /** Replaces a part until it is given null. */
  replaceMail(mail: Mail | null): void
  replaceOutbound(outbound: Outbound | null): void
  /** Each request of an action is sent twice at the same time. */
  isSentTwice: boolean
  /** Null in other topologies. */
  postgres: ProxiedPostgres | null
  processes: Processes | null
  /** One picture of all photos, different by its padding. */
  picture: Buffer
}

/**
 * How the server runs: in this process, on the embedded database or on PostgreSQL behind a proxy; or a web
 * process and a worker on PostgreSQL, beside which the one in this process answers nothing and works nothing.
 */
export type Topology = 'embedded' | 'postgres' | 'processes'

/** Milliseconds in which a business customer's system has to answer. */
const OUTBOUND_MS = 1000

/** PostgreSQL behind a proxy. */
export interface ProxiedPostgres {
  proxy: Awaited<ReturnType<typeof startUnreliableProxy>>
  /** Id of one of its processes. */
  checkpointer: number
  /** Resolves when it answers again. */
  waitUntilRecovered(): Promise<void>
}

/** The retailer's service that sends orders. */
export const SERVICE = { name: 'orders', token: 'orders-of-the-fault-matrix'.padEnd(32, '.') }

/** The heartbeat: a database that misses some is unavailable. */
const HEARTBEAT_MS = 250

/** Starts everything. */
export async function openEnvironment(
  resources: AsyncDisposableStack,
  topology: Topology,
): Promise<Environment> {
  const embedded = await createTestStorage()
  resources.defer(() => embedded.remove())
  const postgres = topology === 'postgres' ? await startProxiedPostgres(resources) : null
  const location = await {
    embedded: () => embedded.location,
    postgres: () => ({ url: postgres!.proxy.url }),
    processes: async () => ({ url: (await startPostgres(resources)).url }),
  }[topology]()
  const storage = { ...embedded, location }
  const receiver = await startReceiver()
  resources.defer(() => receiver.close())
  const inner = createFolderBlobs(join(storage.folder, 'blobs'), { reservePercent: 0 })
  resources.defer(() => inner.close())
  const blobs = createFaultyBlobs(inner)
  const defaultOutbound = createOutbound({
    allowedOrigins: [toLocalhostOrigin(receiver)],
    timeoutMs: OUTBOUND_MS,
  })
  resources.defer(() => defaultOutbound.close())
  let outbound = defaultOutbound
  const localServer = await testServer({
    storage,
    databaseBeatMs: HEARTBEAT_MS,
    blobs: blobs.blobs,
    work: topology !== 'processes',
    config: { rateLimits: false, serviceTokens: [SERVICE] },
    outbound: {
      post: call => outbound.post(call),
      check: call => outbound.check(call),
      close: async () => undefined,
    },
  })
  resources.defer(() => localServer.close())
  const { mail } = localServer.ctx
  const processes =
    'url' in location && topology === 'processes'
      ? await startProcesses(
          storage,
          location.url,
          createProcessEnvironment(localServer, receiver),
          resources,
        )
      : null
  const server = processes ? createServerAt(localServer, processes.origin) : localServer
  return {
    server,
    blobs,
    receiver,
    isSentTwice: false,
    postgres,
    processes,
    picture: await jpeg({ width: 64, height: 48 }),
    replaceMail: other => {
      server.ctx.mail = other ?? mail
    },
    replaceOutbound: other => {
      outbound = other ?? defaultOutbound
    },
  }
}

/** Customers of the server whose requests a web process answers. */
const createServerAt = (localServer: TestServer, address: string): TestServer => ({
  ...localServer,
  origin: address,
  async customer(options) {
    const { accountId, email } = await localServer.customer(options)
    // A process that is starting after the fault of the cell before refuses calls.
    return waitFor('a sign-in', 30, () => signIn(address, { accountId, email, password: PASSWORD }))
  },
})

const createProcessEnvironment = (
  { mailbox }: TestServer,
  receiver: CallbackReceiver,
): Record<string, string> => ({
  SMTP_URL: mailbox.smtpUrl,
  CALLBACK_ORIGINS: toLocalhostOrigin(receiver),
  SERVICE_TOKENS: `${SERVICE.name}:${SERVICE.token}`,
})

async function startProxiedPostgres(resources: AsyncDisposableStack): Promise<ProxiedPostgres> {
  const cluster = await startPostgres(resources)
  const proxy = await startUnreliableProxy(new URL(cluster.url))
  resources.defer(async () => proxy.close())
  const findCheckpointer = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    const { rows } = await client.query(
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    )
    await client.end()
    return rows[0].pid as number
  }
  const proxiedPostgres = {
    proxy,
    checkpointer: await findCheckpointer(),
    async waitUntilRecovered() {
      proxiedPostgres.checkpointer = await waitFor('PostgreSQL recovers', 30, findCheckpointer)
    },
  }
  return proxiedPostgres
}

/** Returns the origin with a host name, so that DNS look-ups can fail. */
export const toLocalhostOrigin = ({ origin: address }: CallbackReceiver): string =>
  address.replace('127.0.0.1', 'localhost')
