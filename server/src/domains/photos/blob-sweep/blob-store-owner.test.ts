import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { type Store, stores } from '#server/platform/blobs/testing/stores.ts'
import { createManualClock } from '#server/platform/clock/clock.testing.ts'
import { createRecordingLog } from '#server/platform/log/recording-log.testing.ts'
import { serve } from '#server/serve.ts'
import { createTestStorage, type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { createDatabaseSettings } from '#server/testing/process-settings.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { claimBlobStore, ForeignBlobStoreError } from './blob-store-owner.ts'
import { blobsCommand } from './command.ts'
import { sweepBlobs } from './sweep-blobs.ts'

const HOUR = 3_600_000
const PHOTOS = 6
const never = new AbortController().signal
const owner = closeAfterAll(await testServer())
const stranger = closeAfterAll(await testServer({ work: false }))
const customer = await owner.customer()
for (let i = 0; i < PHOTOS; i++) await customer.upload(`${i}.jpg`, await jpeg())
await owner.idle()

describe.each(Object.entries(stores))('RV-702 the owner of blobs: %s', (_, start) => {
  let root: string
  let store: Store
  let blobs: Blobs
  const { log, output, clearOutput } = createRecordingLog()

  /** The server's context with the blobs of this test, that many hours later. */
  const on = (server: TestServer, hours = 0): Context => ({
    ...server.ctx,
    blobs,
    clock: createManualClock(new Date(Date.now() + hours * HOUR)),
    log,
  })
  const keys = async () => (await Array.fromAsync(blobs.list(''))).map(({ key }) => key).sort()
  const adopt = (ctx: Context) => blobsCommand.parse(['adopt', '--by', 'Ada'])!(ctx, line => log.info(line))

  beforeEach(async () => {
    clearOutput()
    root = await mkdtemp(join(tmpdir(), 'owner-test-'))
    store = await start(root)
    blobs = store.open()
    for (const { ctx } of [owner, stranger]) {
      await ctx.db.deleteFrom('orphan_blobs').execute()
      await ctx.db.deleteFrom('blob_sweeps').execute()
    }
    return async () => {
      await blobs.close()
      await store.close()
      await rm(root, { recursive: true })
    }
  })

  async function copyBlobs(): Promise<string[]> {
    for await (const { key } of owner.ctx.blobs.list(''))
      await blobs.put(key, (await owner.ctx.blobs.get(key))!)
    return keys()
  }

  test('is the database whose id is in them; another one neither starts nor sweeps nor empties staging', async () => {
    const before = await copyBlobs()
    await claimBlobStore(on(owner))
    await blobs.staging.append(`${randomUUID()}_${randomUUID()}`, 0, Readable.from(['x']), 10, 1)
    await claimBlobStore(on(owner))
    await expect(claimBlobStore(on(stranger))).rejects.toThrow(ForeignBlobStoreError)
    for (const hours of [2, 24, 48]) expect(await sweepBlobs(on(stranger, hours), never)).toBeUndefined()
    await cleanUpUploads(on(stranger, 48), never)
    expect(output()).toContain('blob store not swept: it belongs to another database')
    expect(before).toHaveLength(4 * PHOTOS)
    expect(await keys()).toEqual(before)
    expect(await Array.fromAsync(blobs.staging.list())).toHaveLength(1)
  })

  test('may be an empty database after adoption only, which then holds its sweep', async () => {
    const before = await copyBlobs()
    await claimBlobStore(on(owner))
    expect(await adopt(on(stranger))).toBe(0)
    expect(output()).toContain(`The database knows 0 of the first ${4 * PHOTOS} blobs.`)
    await claimBlobStore(on(stranger))
    await expect(claimBlobStore(on(owner))).rejects.toThrow(ForeignBlobStoreError)
    expect(await sweepBlobs(on(stranger, 2), never)).toMatchObject({ state: 'done', removed: 0 })
    expect(await sweepBlobs(on(stranger, 24), never)).toMatchObject({ state: 'held', due: 4 * PHOTOS })
    expect(await keys()).toEqual(before)
  })

  test('of a store without label is the database that knows its blobs', async () => {
    const before = await copyBlobs()
    await expect(claimBlobStore(on(stranger))).rejects.toThrow(`knows 0 of the first ${4 * PHOTOS} blobs`)
    expect(await sweepBlobs(on(stranger, 2), never)).toBeUndefined()
    await claimBlobStore(on(owner))
    expect(await sweepBlobs(on(owner, 2), never)).toMatchObject({
      state: 'done',
      due: 0,
      blobs: `${before.length}`,
    })
  })

  test('of an empty store is a database without photos', async () => {
    await expect(claimBlobStore(on(owner))).rejects.toThrow('has photos and the blob store is empty')
    await claimBlobStore(on(stranger))
    await expect(claimBlobStore(on(owner))).rejects.toThrow('The blob store belongs to database')
  })

  test('RV-1286 that was restored from a backup does not sweep before it has adopted the blobs', async () => {
    await copyBlobs()
    await claimBlobStore(on(owner))
    await sweepBlobs(on(owner, 2), never)
    // The numbers of a backup from before the sweep.
    await owner.ctx.db.deleteFrom('blob_sweeps').execute()
    await claimBlobStore(on(owner))
    expect(await sweepBlobs(on(owner, 24), never)).toBeUndefined()
    expect(output()).toContain('it was restored from a backup')
    // A finding of a sweep before the backup: after the adoption its age begins anew.
    await insertRows(owner.ctx.db, 'orphan_blobs', {
      account_id: randomUUID(),
      blob_key: 'gone',
      found_at: new Date(0),
      seen_in: 1,
    })
    await adopt(on(owner))
    expect(await owner.ctx.db.selectFrom('orphan_blobs').select('blob_key').execute()).toEqual([])
    expect(await sweepBlobs(on(owner, 24), never)).toMatchObject({ state: 'done' })
  })

  test('is unknown when the label is unreadable', async () => {
    await blobs.label.write('{')
    await expect(claimBlobStore(on(owner))).rejects.toThrow('The label of the blob store is unreadable')
  })

  test('is known to all processes: accounts are listed in one order, from any on', async () => {
    await copyBlobs()
    const accounts = [randomUUID(), randomUUID(), randomUUID()].sort()
    for (const account of accounts.toReversed())
      await blobs.put(`${account}/originals/${randomUUID()}`, Buffer.from('x'))
    const listed = async (after: string | null) => [
      ...new Set((await Array.fromAsync(blobs.list('', after))).map(({ key }) => key.split('/')[0]!)),
    ]
    const all = await listed(null)
    expect(all).toEqual([...all].sort())
    expect(all).toEqual(expect.arrayContaining(accounts))
    for (const [i, account] of all.entries()) expect(await listed(account)).toEqual(all.slice(i + 1))
  })
})

test('RV-702 a server with an empty database does not start on the blobs of another one', async () => {
  const storage = await createTestStorage()
  const { folder } = storage
  await cp(join(owner.ctx.config.dataDir, 'blobs'), join(folder, 'blobs'), { recursive: true })
  const env = { DATA_DIR: folder, ...createDatabaseSettings(storage), PORT: '0', LOG_LEVEL: 'fatal' }
  await expect(serve(env)).rejects.toThrow('The blob store belongs to database')
  await storage.remove()
})
