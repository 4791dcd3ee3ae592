import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import { listRows, updateRows } from '../../../platform/db/rows.ts'
import { createRecordingLog } from '../../../platform/log/recording-log.testing.ts'
import { Client } from '../../../testing/client.ts'
import { findMonthCountErrors } from '../../../testing/consistency-checks.ts'
import { startSecondServer, type TestServer, testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { toOriginalKey, toVariantKey } from '../blob-keys.ts'
import { cleanUpPhotos } from '../index.ts'
import { ingestPhoto } from '../ingest.ts'
import { deletePhotos, erasePhotos } from '../photos.ts'
import { restorePhotos } from '../undo-deletion.ts'
import { completeErasure } from './complete-erasure.ts'
import { photoEraser } from './erase-library.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const BIN_DAYS = 5
const never = new AbortController().signal

let server: TestServer
const { log, output, clearOutput } = createRecordingLog()
beforeAll(async () => {
  server = await testServer({ config: { binDays: BIN_DAYS }, log })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

async function libraryOf(count: number): Promise<{ customer: Client; ids: string[] }> {
  const customer = await server.customer()
  for (let i = 0; i < count; i++) await customer.upload(`${i}.jpg`, await jpeg())
  await server.idle()
  const { images } = await customer.call(contract.getPhotos)
  return { customer, ids: images.map(image => image.imageId) }
}

const rowsOf = ({ accountId }: Client) => listRows(server.ctx.db, 'photos', { account_id: accountId })

const blobsOf = async ({ accountId }: Client) =>
  (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(({ key }) => key).sort()

/** The ids of photos blobs belong to. */
const photosIn = (keys: string[]) =>
  new Set(keys.map(key => /[0-9a-f]{8}-[0-9a-f-]{27}(?=$|-\d)/.exec(key)?.[0]))

describe('RV-206 OP-20 a repeated deletion', () => {
  const failedBy = async (customer: Client, endpoint: typeof contract.deletePhotos, photoIds: string[]) =>
    (await customer.call(endpoint, { body: { photoIds } })).failed

  test('of erased photos is done, before and after their rows are gone; of others it fails', async () => {
    const { customer, ids } = await libraryOf(2)
    const { customer: other } = await libraryOf(1)
    const [erased, kept] = ids as [string, string]
    expect(await failedBy(customer, contract.deletePhotos, [erased])).toEqual([])
    expect(await failedBy(customer, contract.erasePhotos, [erased])).toEqual([])
    for (const after of ['the answer', 'the job']) {
      for (const endpoint of [contract.erasePhotos, contract.deletePhotos])
        expect([after, await failedBy(customer, endpoint, [erased])]).toEqual([after, []])
      await server.idle()
    }
    expect((await rowsOf(customer)).map(row => row.photo_id)).toEqual([kept])
    expect(await failedBy(customer, contract.restorePhotos, [erased])).toEqual([erased])
    expect(await failedBy(other, contract.erasePhotos, [erased])).toEqual([erased])
    expect(await failedBy(other, contract.deletePhotos, [erased])).toEqual([erased])
    expect(await failedBy(customer, contract.erasePhotos, [kept])).toEqual([kept])
  })

  test('without days in the bin, which erases immediately, is done, too', async () => {
    await using closing = new AsyncDisposableStack()
    const withoutBin = await startSecondServer(server, server.ctx.blobs, { binDays: 0 })
    closing.defer(() => withoutBin.close())
    const { accountId, email, token } = await server.customer()
    const customer = new Client(withoutBin.origin, accountId, email, token)
    await customer.upload('a.jpg', await jpeg())
    const ids = (await customer.call(contract.getPhotos)).images.map(image => image.imageId)
    for (const endpoint of [contract.deletePhotos, contract.deletePhotos, contract.erasePhotos]) {
      expect(await failedBy(customer, endpoint, ids)).toEqual([])
      await server.idle()
      expect([await rowsOf(customer), await blobsOf(customer)]).toEqual([[], []])
    }
  })

  test('is known for 30 days, then its tombstone is removed', async () => {
    const { customer, ids } = await libraryOf(1)
    await deletePhotos(server.ctx, customer.accountId, ids)
    await erasePhotos(server.ctx, customer.accountId, ids)
    await server.idle()
    server.clock.advance(30 * DAY)
    await cleanUpPhotos(server.ctx, never)
    expect(await erasePhotos(server.ctx, customer.accountId, ids)).toEqual([])
    server.clock.advance(1)
    await cleanUpPhotos(server.ctx, never)
    expect(await erasePhotos(server.ctx, customer.accountId, ids)).toEqual(ids)
  })
})

describe('OP-91 the bin', () => {
  test('keeps a photo for its days, to the second, then erases row, original and variants, and logs it', async () => {
    const { customer, ids } = await libraryOf(3)
    const [kept, early, late] = ids as [string, string, string]
    await deletePhotos(server.ctx, customer.accountId, [early])
    server.clock.advance(1000)
    await deletePhotos(server.ctx, customer.accountId, [late])
    server.clock.advance(BIN_DAYS * DAY - 1001)
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect((await rowsOf(customer)).map(row => row.photo_id).sort()).toEqual([...ids].sort())
    clearOutput()
    server.clock.advance(1)
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect((await rowsOf(customer)).map(row => row.photo_id).sort()).toEqual([kept, late].sort())
    const keys = await blobsOf(customer)
    expect([keys.length, photosIn(keys)]).toEqual([8, new Set([kept, late])])
    const line = output()
      .split('\n')
      .find(each => each.includes('photos erased'))!
    expect(JSON.parse(line)).toMatchObject({ accountId: customer.accountId, photos: [early] })
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('a photo that was restored in time is never erased, and a later deletion restarts its days', async () => {
    const { customer, ids } = await libraryOf(1)
    await deletePhotos(server.ctx, customer.accountId, ids)
    server.clock.advance(BIN_DAYS * DAY - 1000)
    await restorePhotos(server.ctx, customer.accountId, ids)
    server.clock.advance(10 * DAY)
    await deletePhotos(server.ctx, customer.accountId, ids)
    server.clock.advance(BIN_DAYS * DAY - 1000)
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect(await rowsOf(customer)).toHaveLength(1)
    expect(await blobsOf(customer)).toHaveLength(4)
    await restorePhotos(server.ctx, customer.accountId, ids)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('a photo that is being erased cannot be restored', async () => {
    const { customer, ids } = await libraryOf(1)
    vi.spyOn(server.ctx.blobs, 'remove').mockRejectedValue(new Error('the disk is away'))
    await deletePhotos(server.ctx, customer.accountId, ids)
    await erasePhotos(server.ctx, customer.accountId, ids)
    expect(await restorePhotos(server.ctx, customer.accountId, ids)).toEqual(ids)
    expect(await erasePhotos(server.ctx, customer.accountId, ids)).toEqual([])
  })

  test('an aborted batch continues with the rest', async () => {
    const { customer, ids } = await libraryOf(1)
    await deletePhotos(server.ctx, customer.accountId, ids)
    server.clock.advance(BIN_DAYS * DAY)
    await cleanUpPhotos(server.ctx, AbortSignal.abort())
    expect((await rowsOf(customer))[0]!.erased_at).toBeNull()
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect(await rowsOf(customer)).toEqual([])
  })
})

test('P1 an original that differs from the received bytes is not a broken picture: it stays, and ingest is retried', async () => {
  const idle = await testServer({ work: false })
  const customer = await idle.customer()
  const bytes = await jpeg({ width: 640, height: 480 })
  await customer.upload('a.jpg', bytes)
  const [image] = (await customer.call(contract.getPhotos)).images
  const ref = { accountId: customer.accountId, photoId: image!.imageId }
  const key = toOriginalKey({ account_id: ref.accountId, photo_id: ref.photoId, sha256: sha256Of(bytes) })
  // What a failing disk answers.
  await idle.ctx.blobs.put(key, Buffer.concat([bytes.subarray(0, 700), Buffer.alloc(bytes.length - 700)]))
  await expect(ingestPhoto(idle.ctx, ref, never)).rejects.toThrow('does not read as it was received')
  expect((await customer.call(contract.getPhotos)).images).toMatchObject([{ state: 'processing' }])
  expect(await idle.ctx.blobs.stat(key)).not.toBeNull()
  await idle.ctx.blobs.put(key, bytes)
  await ingestPhoto(idle.ctx, ref, never)
  expect((await customer.call(contract.getPhotos)).images).toMatchObject([{ state: 'ready' }])
  await idle.close()
})

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('AA-052 OP-59 with a library its blobs without a row are erased, and none of another customer', async () => {
  const { customer } = await libraryOf(2)
  const other = (await libraryOf(1)).customer
  // As a process that was killed before it stored their row.
  for (const { accountId } of [customer, other])
    await server.ctx.blobs.put(`${accountId}/stray/1`, Buffer.of(1))
  const kept = await blobsOf(other)
  await photoEraser.erase(server.ctx, { accountId: customer.accountId, by: 'customer', rule: 'closure' })
  expect([await rowsOf(customer), await blobsOf(customer)]).toEqual([[], []])
  expect(await blobsOf(other)).toEqual(kept)
})

describe('P9 an interrupted erasure', () => {
  test('is retried by its job until it is complete', async () => {
    const { customer, ids } = await libraryOf(1)
    const remove = vi.spyOn(server.ctx.blobs, 'remove').mockRejectedValueOnce(new Error('killed midway'))
    await deletePhotos(server.ctx, customer.accountId, ids)
    await erasePhotos(server.ctx, customer.accountId, ids)
    await expect.poll(() => rowsOf(customer), { interval: 50 }).toEqual([])
    expect(remove.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(await blobsOf(customer)).toEqual([])
  })

  test('is found by the clean-up if its job was lost', async () => {
    const { customer, ids } = await libraryOf(2)
    await deletePhotos(server.ctx, customer.accountId, ids)
    // The state that a process leaves that died after removing the bytes of the first photo and before it removed the
    // rows.
    await updateRows(
      server.ctx.db,
      'photos',
      { account_id: customer.accountId },
      { erased_at: server.clock.now() },
    )
    const [row] = await rowsOf(customer)
    await server.ctx.blobs.remove([toOriginalKey(row!)])
    server.clock.advance(9 * MINUTE)
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect(await rowsOf(customer)).toHaveLength(2)
    server.clock.advance(2 * MINUTE)
    await cleanUpPhotos(server.ctx, never)
    await server.idle()
    expect([await rowsOf(customer), await blobsOf(customer)]).toEqual([[], []])
  })

  test('never touches a photo that is not being erased, nor one of another customer', async () => {
    const { customer, ids } = await libraryOf(2)
    const other = await libraryOf(1)
    await deletePhotos(server.ctx, customer.accountId, [ids[0]!])
    await completeErasure(server.ctx, { accountId: customer.accountId, photoIds: [...ids, ...other.ids] })
    expect(await rowsOf(customer)).toHaveLength(2)
    expect(await blobsOf(customer)).toHaveLength(8)
    expect(await blobsOf(other.customer)).toHaveLength(4)
  })
})

describe('variants and the bin', () => {
  test('a photo deleted before its ingest has variants when it is restored', async () => {
    const customer = await server.customer()
    const stop = vi.spyOn(server.ctx.images, 'makeVariants').mockRejectedValueOnce(new Error('worker died'))
    await customer.upload('a.jpg', await jpeg())
    await expect.poll(() => stop.mock.calls.length).toBeGreaterThan(0)
    const [row] = await rowsOf(customer)
    await deletePhotos(server.ctx, customer.accountId, [row!.photo_id])
    await expect.poll(async () => (await rowsOf(customer))[0]!.state, { interval: 50 }).toBe('ready')
    expect(await blobsOf(customer)).toHaveLength(4)
  })

  test.each([
    ['erased', true],
    ['whose erasure has begun', false],
  ])('P5 a photo %s during its ingest leaves no variants, and is not ready', async (_, isComplete) => {
    const { customer, ids } = await libraryOf(1)
    const [row] = await rowsOf(customer)
    const ref = { accountId: customer.accountId, photoId: ids[0]! }
    await updateRows(server.ctx.db, 'photos', { account_id: customer.accountId }, { state: 'processing' })
    const put = server.ctx.blobs.put
    vi.spyOn(server.ctx.blobs, 'put').mockImplementation(async (key, bytes) => {
      const stored = await put(key, bytes)
      if (key === toVariantKey(row!, 1300)) {
        await deletePhotos(server.ctx, ref.accountId, [ref.photoId])
        if (isComplete) await erasePhotos(server.ctx, ref.accountId, [ref.photoId])
        else {
          const key = { account_id: ref.accountId, photo_id: ref.photoId }
          await updateRows(server.ctx.db, 'photos', key, { erased_at: server.clock.now() })
        }
        await server.idle()
      }
      return stored
    })
    await ingestPhoto(server.ctx, ref, never)
    const rows = await rowsOf(customer)
    expect(rows.map(({ state }) => state)).toEqual(isComplete ? [] : ['processing'])
    expect(await blobsOf(customer)).toEqual(isComplete ? [] : [toOriginalKey(row!)])
  })
})
