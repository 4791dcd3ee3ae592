import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { commands } from './app.ts'
import { type Context, change } from './context.ts'
import { EventWriters, readNumbers } from './domains/callbacks/event-writers.testing.ts'
import { sweepBlobs } from './domains/photos/blob-sweep/sweep-blobs.ts'
import { cleanUpPhotosJob } from './domains/photos/job-kinds.ts'
import type { DatabaseLocation, PostgresLocation } from './platform/db/database.ts'
import { Client } from './testing/client.ts'
import { createEmptyDatabase } from './testing/fresh-database.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { PostgresCluster } from './testing/postgres-cluster.ts'
import { hasPostgresPrograms } from './testing/postgres-programs.ts'

const { TEST_DATABASE_URL } = process.env
const run = promisify(execFile)
const HOUR = 3_600_000
const config = { binDays: 0 }

/** A customer who uploads and erases photos without a break, and what was acknowledged. */
class Writer {
  readonly kept = new Map<string, string>()
  readonly erased = new Set<string>()
  #isEnding = false
  #running: Promise<void> = Promise.resolve()
  #onErased: () => void = () => {}
  client: Client

  constructor(client: Client) {
    this.client = client
  }

  /** Continues the session at another server. */
  moveTo({ app, origin }: TestServer): void {
    const { accountId, email, token } = this.client
    this.client = new Client(origin, accountId, email, token, [app])
  }

  start(): void {
    this.#isEnding = false
    this.#running = this.#write()
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    await this.#running
  }

  async upload(): Promise<void> {
    const bytes = await jpeg()
    const { response } = await this.client.upload('a.jpg', bytes)
    expect(response.status).toBe(204)
    const { images } = await this.client.call(contract.getPhotos, { query: { limit: 500 } })
    const added = images.filter(({ imageId }) => !this.kept.has(imageId))
    expect(added).toHaveLength(1)
    this.kept.set(added[0]!.imageId, createHash('sha256').update(bytes).digest('hex'))
  }

  /** Erases the oldest photo but one: the first is acknowledged before any backup, however long it takes. */
  async eraseOldest(): Promise<void> {
    const [, oldest] = this.kept
    if (!oldest) return
    const [photoId, hash] = oldest
    // The answer may come after the moment of a backup that has the deletion already.
    this.kept.delete(photoId)
    await this.client.call(contract.deletePhotos, { body: { photoIds: [photoId] } })
    this.erased.add(hash)
  }

  /** Resolves when the running writer has uploaded three more photos and erased one. */
  async hasErasedAgain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onErased = resolve
    await promise
  }

  async #write(): Promise<void> {
    for (let n = 1; !this.#isEnding; n++) {
      await this.upload()
      if (n % 3 !== 0) continue
      await this.eraseOldest()
      this.#onErased()
    }
  }
}

/** A server and the customers who write to it. */
interface Running {
  server: TestServer
  writers: Writer[]
  events: EventWriters
}
interface Backup {
  /** The least photos of each writer in the backup: they were acknowledged before its time. */
  acknowledged: string[][]
  /** Called when the server has ended. */
  restore(): Promise<DatabaseLocation>
}
/** A way to make backups: `start` is called before the first write, `make` while customers write. */
interface Method {
  name: string
  isTestable: boolean
  start(
    opened: AsyncDisposableStack,
  ): Promise<{ storage: TestStorage; make(running: Running): Promise<Backup> }>
}

const acknowledgedBy = (writers: Writer[]) => writers.map(({ kept }) => [...kept.keys()])

const METHODS: Method[] = [
  {
    name: 'a copy of the folder',
    isTestable: !TEST_DATABASE_URL,
    start: async opened => {
      const storage = await createTestStorage()
      opened.defer(() => storage.remove())
      const copy = join(storage.folder, 'database-copy')
      return {
        storage,
        // One process has the embedded database: it is copied while the server is stopped.
        make: async running => {
          await Promise.all([...running.writers, running.events].map(each => each.stop()))
          await running.server.close()
          cpSync(join(storage.folder, 'database'), copy, { recursive: true })
          running.server = await testServer({ storage, config })
          for (const each of running.writers) each.moveTo(running.server)
          const acknowledged = acknowledgedBy(running.writers)
          for (const each of running.writers) each.start()
          running.events.start(running.server)
          return { acknowledged, restore: async () => ({ folder: copy }) }
        },
      }
    },
  },
  {
    name: 'a dump',
    isTestable: !!TEST_DATABASE_URL && spawnSync('pg_dump', ['--version']).status === 0,
    start: async opened => {
      const storage = await createTestStorage()
      opened.defer(() => storage.remove())
      const file = join(storage.folder, 'database.dump')
      return {
        storage,
        make: async ({ writers }) => {
          const acknowledged = acknowledgedBy(writers)
          await dump(storage.location as PostgresLocation, file)
          return { acknowledged, restore: () => restoreDump(file, opened) }
        },
      }
    },
  },
  {
    name: 'a base backup with WAL',
    isTestable: !!TEST_DATABASE_URL && hasPostgresPrograms(),
    start: async opened => {
      const storage = await createTestStorage()
      opened.defer(() => storage.remove())
      const cluster = await PostgresCluster.start(opened)
      const location = { url: cluster.url }
      return {
        storage: { ...storage, location },
        make: async ({ writers }) => {
          await cluster.takeBaseBackup()
          // These are in the log only.
          await Promise.all(writers.map(each => each.hasErasedAgain()))
          const acknowledged = acknowledgedBy(writers)
          const moment = await cluster.now()
          const restore = async () => {
            await cluster.restore(moment)
            return location
          }
          return { acknowledged, restore }
        },
      }
    },
  },
]

describe.each(METHODS.filter(({ isTestable }) => isTestable))(
  'RV-711 $name made under writes and restored',
  method => {
    const opened = new AsyncDisposableStack()
    let restored: TestServer
    let acknowledged: string[][]
    let writers: Writer[]
    let writer: Writer
    let other: Writer
    let business: Client
    let output = ''

    const command = async (ctx: Context, ...words: string[]) => {
      const found = commands.find(({ name }) => name === words[0])!.parse(words.slice(1))!
      output = ''
      return found(ctx, line => {
        output += `${line}\n`
      })
    }
    /** What the clean-up does every ten minutes. */
    const cleanUp = async (server: TestServer) => {
      await change(server.ctx, tx => server.ctx.jobs.send(tx, cleanUpPhotosJob, [{}]))
      await server.idle()
    }

    beforeAll(async () => {
      const { storage, make } = await method.start(opened)
      const server = await testServer({ storage, config })
      writer = new Writer(await server.customer())
      other = new Writer(await server.customer())
      writers = [writer, other]
      business = await server.customer({ business: true })
      const events = new EventWriters(business.accountId)
      events.start(server)
      for (let n = 0; n < 3; n++) await Promise.all(writers.map(each => each.upload()))
      await cleanUp(server)
      for (const each of writers) each.start()
      const running = { server, writers, events }
      const backup = await make(running)
      // A photo whose deletion was asked for meanwhile may be in the backup or not.
      acknowledged = backup.acknowledged.map((ids, i) => ids.filter(id => writers[i]!.kept.has(id)))
      await Promise.all([...writers, events].map(each => each.stop()))
      await writer.upload()
      await writer.eraseOldest()
      await other.upload()
      await cleanUp(running.server)
      await running.server.close()
      // The blobs are those of the last moment, or a copy that was made after the dump.
      const location = await backup.restore()
      restored = await testServer({ storage: { ...storage, location }, config, work: true })
      opened.defer(() => restored.close())
      for (const each of writers) each.moveTo(restored)
    })
    afterAll(() => opened.disposeAsync())

    const hashesOf = async ({ client }: Writer) => {
      const { images } = await client.call(contract.getPhotos, { query: { limit: 500 } })
      const bytes = await Promise.all(images.map(async ({ url }) => (await fetch(url)).arrayBuffer()))
      return bytes.map(each => createHash('sha256').update(Buffer.from(each)).digest('hex')).sort()
    }

    test('has what was acknowledged before its moment, and not what came last', async () => {
      expect(acknowledged.flat()).not.toEqual([])
      for (const [i, { client, kept }] of writers.entries()) {
        const { images } = await client.call(contract.getPhotos, { query: { limit: 500 } })
        const ids = images.map(({ imageId }) => imageId)
        expect(ids).toEqual(expect.arrayContaining(acknowledged[i]!))
        expect(ids).not.toContain([...kept.keys()].at(-1))
      }
    })

    test('NX-436 numbers of events go on without a gap, and a reader by `after` sees each once while 8 write', async () => {
      const { accountId, email } = business
      const reader = await restored.signIn({ accountId, email, business: true })
      const before = await readNumbers(reader)
      expect(before.length).toBeGreaterThan(8)
      const events = new EventWriters(accountId)
      events.start(restored)
      const meanwhile = await readNumbers(reader, before.at(-1))
      await events.stop()
      const after = await readNumbers(reader, meanwhile.at(-1) ?? before.at(-1))
      const all = [...before, ...meanwhile, ...after]
      expect(all.length).toBeGreaterThanOrEqual(before.length + 8)
      expect(all).toEqual(all.map((_, i) => i + 1))
    })

    test('is not swept, although no sweep ran between backup and restore', async () => {
      const before = (await Array.fromAsync(restored.ctx.blobs.list(''))).length
      const later = (hours: number) => ({
        ...restored.ctx,
        clock: { now: () => new Date(restored.clock.now().getTime() + hours * HOUR) },
      })
      for (const hours of [2, 24, 48])
        expect(await sweepBlobs(later(hours) as Context, new AbortController().signal)).toBeUndefined()
      expect((await Array.fromAsync(restored.ctx.blobs.list(''))).length).toBe(before)
      // The clean-up does not make the label look like that of this database either.
      await cleanUp(restored)
      expect(await sweepBlobs(later(2) as Context, new AbortController().signal)).toBeUndefined()
    })

    test('gets the photos that were added after the backup, and loses those that were erased after it', async () => {
      expect(await command(restored.ctx, 'originals', 'recover', '--by', 'Ada')).toBe(0)
      expect(output).toMatch(/[1-9]\d* added, 0 already-there, 0 refused, 0 without account, 0 failed/)
      await restored.idle()
      expect(await command(restored.ctx, 'originals', 'missing')).toBe(1)
      expect(await command(restored.ctx, 'originals', 'missing', '--erase', '--by', 'Ada')).toBe(0)
      await restored.idle()
      expect(await command(restored.ctx, 'originals', 'missing')).toBe(0)
      for (const each of writers) {
        expect(await hashesOf(each)).toEqual([...each.kept.values()].sort())
        expect((await hashesOf(each)).filter(hash => each.erased.has(hash))).toEqual([])
      }
    })

    test('recovers nothing a second time', async () => {
      expect(await command(restored.ctx, 'originals', 'recover', '--by', 'Ada')).toBe(0)
      expect(output).toMatch(/0 added, \d+ already-there, 0 refused, 0 without account, 0 failed/)
      for (const each of writers) expect(await hashesOf(each)).toEqual([...each.kept.values()].sort())
    })

    test('is swept again after the adoption, and no original of a photo is removed', async () => {
      expect(await command(restored.ctx, 'blobs', 'adopt', '--by', 'Ada')).toBe(0)
      Object.assign(restored.ctx.config, { sweepGuardPercent: 100 })
      restored.clock.advance(2 * HOUR)
      const never = new AbortController().signal
      expect(await sweepBlobs(restored.ctx, never)).toMatchObject({ state: 'done', removed: 0 })
      restored.clock.advance(21 * HOUR)
      const swept = await sweepBlobs(restored.ctx, never)
      expect(swept).toMatchObject({ state: 'done' })
      expect(swept!.removed).toBeGreaterThan(0)
      expect(await command(restored.ctx, 'originals', 'missing')).toBe(0)
      expect(await command(restored.ctx, 'originals', 'recover', '--by', 'Ada')).toBe(0)
      expect(output).toContain('0 added, 0 already-there')
    })
  },
)

async function dump({ url, directUrl = url }: PostgresLocation, file: string): Promise<void> {
  await run('pg_dump', ['--format=custom', '--dbname', directUrl, '--file', file])
}

async function restoreDump(file: string, opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  const fresh = await createEmptyDatabase(opened)
  const url = fresh.directUrl ?? fresh.url
  await run('pg_restore', ['--no-owner', '--dbname', url, file])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
  return fresh
}
