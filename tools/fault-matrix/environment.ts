import { join } from 'node:path'
import pg from 'pg'
import { type CallbackReceiver, startReceiver } from '#server/domains/callbacks/callbacks.testing.ts'
import { createFolderBlobs } from '#server/platform/blobs/folder-blobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts'
import { createTestStorage, type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { unreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { startPostgres } from '../../bench/harness/postgres.ts'
import { waitFor } from '../../bench/harness/processes.ts'
import { type FaultyBlobs, faultyBlobs } from './faulty-blobs.ts'

/** A whole server whose parts can fail, and what it talks to. */
export interface Environment {
  server: TestServer
  blobs: FaultyBlobs
  receiver: CallbackReceiver
  /** Replaces a part until it is given null. */
  replaceMail(mail: Mail | null): void
  replaceOutbound(outbound: Outbound | null): void
  /** Each request of an action is sent twice at the same time. */
  isDoubled: boolean
  /** Null on the embedded database. */
  postgres: ReachedPostgres | null
  /** One picture of all photos, different by its padding. */
  picture: Buffer
}

/** Milliseconds in which a business customer's system has to answer. */
const OUTBOUND_MS = 1000

/** PostgreSQL behind a proxy. */
export interface ReachedPostgres {
  proxy: Awaited<ReturnType<typeof unreliableProxy>>
  /** Id of one of its processes. */
  checkpointer: number
  /** Resolves when it answers again. */
  recovered(): Promise<void>
}

/** The heartbeat: a database that misses some is unavailable. */
const HEARTBEAT_MS = 250

/** Starts the server on the embedded database, or on PostgreSQL behind a proxy. */
export async function openEnvironment(
  resources: AsyncDisposableStack,
  { onPostgres = false } = {},
): Promise<Environment> {
  const embedded = await createTestStorage()
  resources.defer(() => embedded.remove())
  const postgres = onPostgres ? await reachPostgres(resources) : null
  const storage = postgres ? { ...embedded, location: { url: postgres.proxy.url } } : embedded
  const receiver = await startReceiver()
  resources.defer(() => receiver.close())
  const inner = createFolderBlobs(join(storage.folder, 'blobs'), { reservePercent: 0 })
  resources.defer(() => inner.close())
  const blobs = faultyBlobs(inner)
  const working = createOutbound({ allowedOrigins: [origin(receiver)], timeoutMs: OUTBOUND_MS })
  resources.defer(() => working.close())
  let outbound = working
  const server = await testServer({
    storage,
    databaseBeatMs: HEARTBEAT_MS,
    blobs: blobs.blobs,
    config: { rateLimits: false },
    outbound: {
      post: call => outbound.post(call),
      check: call => outbound.check(call),
      close: async () => undefined,
    },
  })
  resources.defer(() => server.close())
  const { mail } = server.ctx
  return {
    server,
    blobs,
    receiver,
    isDoubled: false,
    postgres,
    picture: await jpeg({ width: 64, height: 48 }),
    replaceMail: other => {
      server.ctx.mail = other ?? mail
    },
    replaceOutbound: other => {
      outbound = other ?? working
    },
  }
}

async function reachPostgres(resources: AsyncDisposableStack): Promise<ReachedPostgres> {
  const started = await startPostgres(resources)
  if (!started) throw new Error('PostgreSQL is not installed')
  const proxy = await unreliableProxy(new URL(started.url))
  resources.defer(async () => proxy.close())
  const findCheckpointer = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: started.url })
    await client.connect()
    const { rows } = await client.query(
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    )
    await client.end()
    return rows[0].pid as number
  }
  const reached = {
    proxy,
    checkpointer: await findCheckpointer(),
    async recovered() {
      reached.checkpointer = await waitFor('PostgreSQL recovers', 30, findCheckpointer)
    },
  }
  return reached
}

/** By name, so that it can be looked up. */
export const origin = ({ origin: address }: CallbackReceiver): string =>
  address.replace('127.0.0.1', 'localhost')
