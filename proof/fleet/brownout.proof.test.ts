import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAlbum, getAlbums } from '#contract/albums.ts'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import { getPhotos } from '#contract/photos.ts'
import { DEMO_PASSWORD, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { startS3Server } from '#server/platform/blobs/testing/s3-server.ts'
import { TIME_LIMITS } from '#server/platform/time-limits.ts'
import { withContext } from '#server/serve.ts'
import type { Client } from '#server/testing/client.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { hasPostgresPrograms } from '#server/testing/postgres-programs.ts'
import { startUnreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { signIn } from '../bench/harness/customer.ts'
import { isInstalled } from './balancer.ts'
import { type Fleet, startFleet } from './fleet.ts'

/** Length of a fault: 60 s, of a paused database 20 s. */
const FAULT_MS = Number(process.env.BROWNOUT_MS ?? 60_000)
const PAUSE_MS = Math.min(FAULT_MS, 20_000)
/** Far above the stated limit, because the machine may be busy: a request that hangs fails the test. */
const HANGING_MS = TIME_LIMITS.answerMs * 3
/** Below the 600 calls per minute of a customer. */
const PAUSE_BETWEEN_MS = 500

const canRun =
  isInstalled('haproxy') && hasPostgresPrograms() && spawnSync('openssl', ['version']).status === 0

const resources = new AsyncDisposableStack()
let fleet: Fleet
let s3: Awaited<ReturnType<typeof startUnreliableProxy>>
let customer: Client
let admin: pg.Client
/** Path of an original. */
let original: string

beforeAll(async () => {
  if (!canRun) return
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-brownout-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const webDir = join(folder, 'web')
  await mkdir(webDir)
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>A page without the built web</title>')
  const { location, close } = await startS3Server(join(folder, 's3'))
  resources.defer(close)
  s3 = await startUnreliableProxy(new URL(location.endpoint!))
  resources.defer(() => s3.close())
  fleet = await startFleet(
    {
      web: 2,
      workers: 1,
      balancers: ['haproxy'],
      env: {
        SMTP_URL: 'smtp://127.0.0.1:1',
        WEB_DIR: webDir,
        S3_BUCKET: location.bucket,
        S3_ENDPOINT: s3.url.replace(/\/$/, ''),
        S3_REGION: location.region,
        S3_ACCESS_KEY_ID: location.accessKeyId!,
        S3_SECRET_ACCESS_KEY: location.secretAccessKey!,
      },
      prepare: env =>
        withContext({ ...process.env, ...env }, async ctx => {
          await seedDemoCustomers(ctx)
          return 0
        }).then(() => undefined),
    },
    resources,
  )
  customer = await signInDemo()
  await customer.upload('a.jpg', await jpeg())
  const { images } = await customer.call(getPhotos)
  original = new URL(images[0]!.url).pathname
  admin = new pg.Client({ connectionString: fleet.postgres.url })
  await admin.connect()
  resources.defer(() => admin.end())
})
afterAll(() => resources.disposeAsync())

const signInDemo = () =>
  signIn(fleet.origin, { accountId: '', email: 'demo@keepsake.test', password: DEMO_PASSWORD })

/** Requests of customers: what each needs. */
const REQUESTS = {
  page: () => fetch(`${fleet.origin}/from-phone`, { headers: { accept: 'text/html' } }),
  configuration: () => fetch(`${fleet.origin}/config.json`),
  timeline: () => customer.fetch('/api/photo-management/users/timeline'),
  albums: () => customer.send(getAlbums),
  picture: () => fetch(fleet.origin + original),
} as const
type RequestName = keyof typeof REQUESTS

interface Answer {
  name: RequestName | 'create'
  status: number
  retryAfter: string | null
  ms: number
}

/** Repeats all requests, and the creation of albums, until `stop`; names of acknowledged albums are in `created`. */
class Load {
  readonly answers: Answer[] = []
  readonly created: string[] = []
  #isEnding = false
  readonly #loops: Promise<unknown>

  constructor() {
    const names = Object.keys(REQUESTS) as RequestName[]
    this.#loops = Promise.all([
      ...names.map(name => this.#repeat(name, REQUESTS[name])),
      this.#createAlbums(),
    ])
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    await this.#loops
  }

  async #createAlbums(): Promise<void> {
    for (let i = 0; !this.#isEnding; i++) {
      const name = `${Date.now()} ${i}`
      const send = () => customer.send(createAlbum, { body: { name } })
      if ((await this.#measure('create', send)).status === 201) this.created.push(name)
      await wait(PAUSE_BETWEEN_MS)
    }
  }

  async #repeat(name: RequestName, send: () => Promise<Response>): Promise<void> {
    while (!this.#isEnding) {
      await this.#measure(name, send)
      await wait(PAUSE_BETWEEN_MS)
    }
  }

  async #measure(name: Answer['name'], send: () => Promise<Response>): Promise<Response> {
    const began = performance.now()
    const answer = await send()
    await answer.clone().arrayBuffer()
    const { status, headers } = answer
    this.answers.push({ name, status, retryAfter: headers.get('retry-after'), ms: performance.now() - began })
    return answer
  }
}

/**
 * Runs a fault under load. The requests of `unaffected` are all answered; the others with 503 and Retry-After or as
 * always; afterwards all are answered again, and acknowledged albums are there once each.
 */
async function prove(
  unaffected: readonly Answer['name'][],
  fault: { begin(): Promise<unknown>; end(): Promise<unknown>; ms?: number },
): Promise<void> {
  const load = new Load()
  await wait(2 * PAUSE_BETWEEN_MS)
  await fault.begin()
  try {
    await wait(fault.ms ?? FAULT_MS)
  } finally {
    await fault.end()
  }
  await load.stop()
  const failed = load.answers.filter(({ status }) => status >= 400)
  expect(failed.filter(({ name }) => unaffected.includes(name))).toEqual([])
  expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([])
  expect(load.answers.filter(({ ms }) => ms > HANGING_MS)).toEqual([])
  for (const [name, send] of Object.entries(REQUESTS))
    await expect.poll(async () => [name, (await send()).ok]).toEqual([name, true])
  const { rows } = await admin.query<{ name: string; count: number }>(
    'select name, count(*)::int as count from albums where name = any($1) group by name',
    [load.created],
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(load.created.toSorted())
  expect(rows.filter(({ count }) => count !== 1)).toEqual([])
  console.log(summarize(load.answers))
}

/** The number of answers by request and status, and the longest. */
function summarize(answers: readonly Answer[]): string {
  return Object.entries(Object.groupBy(answers, ({ name, status }) => `${name} ${status}`))
    .map(
      ([key, group]) =>
        `${key}: ${group!.length}, at most ${Math.round(Math.max(...group!.map(({ ms }) => ms)))} ms`,
    )
    .join('; ')
}

const WITHOUT_DATABASE = ['page', 'configuration'] as const

describe.runIf(canRun)('RV-881 a fault behind HAProxy takes out what needs it, and nothing else', () => {
  const unlock = () => admin.query('rollback')

  test('a locked table', async () => {
    await prove([...WITHOUT_DATABASE, 'timeline', 'picture'], {
      begin: () => admin.query('begin; lock table albums in access exclusive mode'),
      end: unlock,
    })
  })

  test('an exhausted pool: all tables are locked', async () => {
    await prove(WITHOUT_DATABASE, {
      begin: async () => {
        const { rows } = await admin.query<{ name: string }>(
          `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
        )
        await admin.query(`begin; lock table ${rows.map(({ name }) => name)} in access exclusive mode`)
      },
      end: unlock,
    })
  })

  test('50 statements that sleep', async () => {
    // Replacing the function locks no table.
    const setInsertDelay = (seconds: number) =>
      admin.query(
        `create or replace function delay_insert() returns trigger language plpgsql
         as 'begin perform pg_sleep(${seconds}); return new; end'`,
      )
    await setInsertDelay(0)
    await admin.query(
      'create trigger delay before insert on albums for each row execute function delay_insert()',
    )
    let sleeping: Promise<unknown> = Promise.resolve()
    await prove([...WITHOUT_DATABASE, 'timeline', 'albums', 'picture'], {
      begin: async () => {
        await setInsertDelay(3600)
        sleeping = Promise.all(
          Array.from({ length: 50 }, () => customer.send(createAlbum, { body: { name: 'sleeping' } })),
        )
      },
      end: async () => {
        await setInsertDelay(0)
        await sleeping
      },
    })
    await admin.query('drop trigger delay on albums')
  })

  test('a database that is paused', async () => {
    const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
    const server = getParent(rows[0]!.pid)
    let paused: number[] = []
    await prove(WITHOUT_DATABASE, {
      begin: async () => {
        paused = [server, ...listProcesses().filter(pid => getParent(pid) === server)]
        for (const pid of paused) process.kill(pid, 'SIGSTOP')
      },
      end: async () => {
        for (const pid of paused) process.kill(pid, 'SIGCONT')
      },
      ms: PAUSE_MS,
    })
  })

  test('a silent S3', async () => {
    await prove([...WITHOUT_DATABASE, 'timeline', 'albums', 'create'], {
      begin: async () => s3.stall(),
      end: async () => s3.resume(),
    })
  })

  test('100 sign-ins at once', async () => {
    let signingIn: Promise<unknown> = Promise.resolve()
    await prove([...WITHOUT_DATABASE, 'timeline', 'albums', 'picture', 'create'], {
      begin: async () => {
        signingIn = Promise.allSettled(Array.from({ length: 100 }, signInDemo))
      },
      end: () => signingIn,
      ms: 0,
    })
  })
})

describe.runIf(canRun)('RV-886 RV-889 an answer of HAProxy itself', () => {
  test('has the id of the request, which is in its log and that of the process; a browser gets a page', async () => {
    const [first, second] = fleet.processes('web')
    const id = 'the-id-of-this-request'
    const through = await fetch(`${fleet.origin}/api/nothing`, { headers: { [CORRELATION_HEADER]: id } })
    expect([through.headers.get(CORRELATION_HEADER), (await through.json()) as object]).toEqual([
      id,
      expect.objectContaining({ correlationId: id }),
    ])
    await Promise.all([first!.end('SIGKILL'), second!.end('SIGKILL')])
    const answer = await fetch(`${fleet.origin}/api/nothing`, { headers: { [CORRELATION_HEADER]: id } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toEqual({
      code: 'unavailable',
      message: 'No process answers',
      correlationId: id,
    })
    const page = await fetch(`${fleet.origin}/albums`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(`<p class="id">${page.headers.get(CORRELATION_HEADER)}</p>`)
    for (const each of [first!, second!]) void each.start()
    await fleet.waitUntilReady()
    await expect.poll(async () => (await REQUESTS.timeline()).status).toBe(200)
  })
})

const listProcesses = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** The parent of a process; 0 when it has ended. */
function getParent(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
