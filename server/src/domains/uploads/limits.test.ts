import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_STORAGE_LIMITS as limits } from '#contract/brands.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as photosContract from '#contract/photos.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import * as contract from '#contract/uploads.ts'
import { insertRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findStorageUsageErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { getBrandById } from '../brands/index.ts'
import { findCustomer } from '../customers/index.ts'
import { cleanUpUploads } from './index.ts'

const LARGEST = contract.UPLOAD_MAX_BYTES
const HOUR = 3_600_000
const TUS = { 'tus-resumable': '1.0.0' }
const server = closeAfterAll(await testServer())

const usage = (customer: Client) => customer.call(contract.getStorageUsage)
const library = async (customer: Client) => (await customer.call(photosContract.getPhotos)).images
const refusal = async (answer: Response) => [answer.status, await answer.json()] as const
const refused = (reason: contract.UploadLimit) => [
  507,
  expect.objectContaining({ code: 'quota-exceeded', fields: { reason } }),
]

/** Gives the account stored bytes without photos. */
const setStoredBytes = (customer: Client, bytes: number) =>
  insertRows(server.ctx.db, 'storage_usage', { account_id: customer.accountId, stored_bytes: bytes })

describe('RV-305 unfinished uploads', () => {
  test('400 concurrent creations of 200 MB are refused above the limit of announced bytes', async () => {
    const customer = await server.customer()
    const created = await Promise.all(
      Array.from({ length: 400 }, (_, i) => customer.createUpload(`${i}.jpg`, LARGEST)),
    )
    const accepted = created.filter(answer => answer.status === 201)
    expect(accepted).toHaveLength(Math.floor(limits.unfinishedBytes / LARGEST))
    for (const answer of created.filter(each => each.status !== 201))
      expect(await refusal(answer)).toEqual(refused('too-many-unfinished'))
    expect((await usage(customer)).unfinishedBytes).toBe(accepted.length * LARGEST)
    // Small files count by number.
    const other = await server.customer()
    await other.createUpload('0.jpg', 1)
    await sql`
      insert into uploads (account_id, upload_id, photo_id, file_name, size, state, created_at, expires_at)
      select account_id, i::text, gen_random_uuid(), file_name, size, state, created_at, expires_at
      from uploads, generate_series(1, ${limits.unfinishedUploads - 4}::int) i
      where account_id = ${other.accountId}`.execute(server.ctx.db)
    const small = await Promise.all(Array.from({ length: 6 }, (_, i) => other.createUpload(`${i}.jpg`, 1)))
    expect(small.filter(answer => answer.status === 201)).toHaveLength(3)
  })

  test('ending or completing one makes room for another', async () => {
    const customer = await server.customer()
    const most = Math.floor(limits.unfinishedBytes / LARGEST)
    const locations: string[] = []
    for (let i = 0; i < most; i++)
      locations.push((await customer.createUpload(`${i}.jpg`, LARGEST)).headers.get('location')!)
    expect((await customer.createUpload('over.jpg', LARGEST)).status).toBe(507)
    await customer.fetch(locations[0]!, { method: 'DELETE', headers: TUS })
    // A second call changes nothing.
    await customer.fetch(locations[0]!, { method: 'DELETE', headers: TUS })
    expect((await customer.createUpload('next.jpg', LARGEST)).status).toBe(201)
    expect((await customer.createUpload('over.jpg', LARGEST)).status).toBe(507)
    // A small file fits, completes, and counts as stored from then on.
    const picture = await jpeg()
    expect((await customer.upload('small.jpg', picture)).response.status).toBe(204)
    expect(await usage(customer)).toEqual({
      storedBytes: picture.length,
      unfinishedBytes: most * LARGEST,
      quotaBytes: limits.storedBytes,
    })
  })

  test('a phone uses the limits of its owner', async () => {
    const customer = await server.customer()
    await setStoredBytes(customer, limits.storedBytes)
    const { uploadUrl } = await customer.call(createUploadSession, { body: {} })
    const answer = await fetch(new URL(`${SERVICES.uploads}/phone/files`, server.origin), {
      method: 'POST',
      headers: { ...TUS, authorization: `Bearer ${uploadUrl.split('#')[1]}`, 'upload-length': '1000' },
    })
    expect(await refusal(answer)).toEqual(refused('quota-exceeded'))
  })

  test('one expires 24 hours after its newest byte, and tus says when', async () => {
    let customer = await server.customer()
    const bytes = await jpeg({ width: 300, height: 200 })
    const start = server.clock.now().getTime()
    const hoursLeft = (answer: Response) => (Date.parse(answer.headers.get('upload-expires')!) - start) / HOUR
    const created = await customer.createUpload('beach.jpg', bytes.length)
    expect(hoursLeft(created)).toBeCloseTo(24, 2)
    const location = created.headers.get('location')!
    const pass = async (milliseconds: number) => {
      server.clock.advance(milliseconds)
      customer = await server.signIn(customer)
      await cleanUpUploads(server.ctx, new AbortController().signal)
      const body = { uploadIds: [location.split('/').at(-1)!] }
      return (await customer.call(contract.getReceipts, { body })).receipts[0]
    }
    await customer.patch(location, 0, bytes.subarray(0, 100))
    expect(await pass(23 * HOUR)).toMatchObject({ state: 'receiving' })
    await customer.patch(location, 100, bytes.subarray(100, 200))
    expect(hoursLeft(await customer.patch(location, 200, bytes.subarray(200, 300)))).toBeCloseTo(47, 2)
    expect(await pass(23 * HOUR)).toMatchObject({ state: 'receiving' })
    expect(await pass(HOUR + 1)).toMatchObject({ state: 'refused', reason: 'expired' })
    expect((await usage(customer)).unfinishedBytes).toBe(0)
    expect((await customer.patch(location, 300, bytes.subarray(300))).status).toBe(410)
  })
})

describe('RV-305 the quota of stored bytes', () => {
  test('an upload that would exceed it is refused with the reason; a smaller one is accepted', async () => {
    const customer = await server.customer()
    const picture = await jpeg()
    await setStoredBytes(customer, limits.storedBytes - picture.length)
    const larger = await customer.createUpload('larger.jpg', picture.length + 1)
    expect(await refusal(larger)).toEqual(refused('quota-exceeded'))
    const announced = await customer.createUpload('announced.jpg', 1)
    expect((await customer.createUpload('fits.jpg', picture.length)).status).toBe(507)
    await customer.fetch(announced.headers.get('location')!, { method: 'DELETE', headers: TUS })
    expect((await customer.upload('fits.jpg', picture)).response.status).toBe(204)
    expect(await library(customer)).toHaveLength(1)
    expect((await customer.createUpload('one-byte.jpg', 1)).status).toBe(507)
  })

  test('a brand may have limits of its own', async () => {
    const customer = await server.customer()
    const { brand_id } = (await findCustomer(server.ctx.db, customer.accountId))!
    const brand = getBrandById(brand_id)
    onTestFinished(() => void delete brand.storageLimits)
    brand.storageLimits = { storedBytes: 3000, unfinishedBytes: 2000, unfinishedUploads: 1 }
    expect((await usage(customer)).quotaBytes).toBe(3000)
    expect(await refusal(await customer.createUpload('a.jpg', 3001))).toEqual(refused('quota-exceeded'))
    expect(await refusal(await customer.createUpload('a.jpg', 2001))).toEqual(refused('too-many-unfinished'))
    expect((await customer.createUpload('a.jpg', 1000)).status).toBe(201)
    expect(await refusal(await customer.createUpload('b.jpg', 10))).toEqual(refused('too-many-unfinished'))
  })

  test('a photo counts until it is erased, in the bin too, and the same bytes count once', async () => {
    const customer = await server.customer()
    const [first, second] = [await jpeg({ width: 60 }), await jpeg({ width: 90 })]
    await customer.upload('first.jpg', first)
    await customer.upload('second.jpg', second)
    await customer.upload('first-again.jpg', first)
    const stored = async () => (await usage(customer)).storedBytes
    expect(await stored()).toBe(first.length + second.length)
    const image = (await library(customer)).find(each => each.localFileName === 'first.jpg')!
    const body = { photoIds: [image.imageId] }
    await customer.call(photosContract.deletePhotos, { body })
    expect(await stored()).toBe(first.length + second.length)
    await customer.call(photosContract.restorePhotos, { body })
    expect(await stored()).toBe(first.length + second.length)
    await customer.call(photosContract.deletePhotos, { body })
    await customer.call(photosContract.erasePhotos, { body })
    await customer.call(photosContract.erasePhotos, { body })
    expect(await stored()).toBe(second.length)
    await server.idle()
    expect(await findStorageUsageErrors(server.ctx, customer.accountId)).toEqual([])
  })
})
