import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as photosContract from '#contract/photos.ts'
import * as contract from '#contract/uploads.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, png } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function receipt(customer: Client, uploadId: string) {
  const { receipts } = await customer.call(contract.getReceipts, { body: { uploadIds: [uploadId] } })
  return receipts[0]
}

const library = async (customer: Client) => (await customer.call(photosContract.getPhotos)).images

describe('a good file', () => {
  test('PL-170 PL-171 it is acknowledged when it is stored, and gets its variants afterwards', async () => {
    const customer = await server.customer()
    const bytes = await jpeg({ taken: '2024:05:03 14:15:00' })
    const { uploadId, response } = await customer.upload('beach.jpg', bytes)
    expect(response.status).toBe(204)
    expect(response.headers.get('upload-offset')).toBe(String(bytes.length))
    const [image] = await library(customer)
    expect(image).toMatchObject({ localFileName: 'beach.jpg', uploadId, dateTaken: '2024-05-03T14:15:00' })
    await server.idle()
    expect(await receipt(customer, uploadId)).toEqual({
      uploadId,
      fileName: 'beach.jpg',
      state: 'added',
      photoId: image!.imageId,
    })
    expect((await library(customer))[0]).toMatchObject({ state: 'ready' })
  })

  test('PL-170 the content decides the type, never the name', async () => {
    const customer = await server.customer()
    await customer.upload('really-a-png.jpg', await png(), { filetype: 'image/jpeg' })
    expect(await library(customer)).toMatchObject([
      { contentType: 'image/png', localFileName: 'really-a-png.jpg' },
    ])
  })

  test('OP-92 a date in a known file name replaces a missing one, the upload date never does', async () => {
    const customer = await server.customer()
    await customer.upload('IMG_20240503_141500.jpg', await jpeg())
    await customer.upload('beach.jpg', await jpeg())
    const images = await library(customer)
    expect(images.map(image => image.dateTaken)).toEqual(['2024-05-03T14:15:00', undefined])
    expect(await customer.call(photosContract.getTimeline)).toEqual({
      '2024': { '5': 1 },
      '1970': { '1': 1 },
    })
  })

  test('NX-243 a name that begins with a date is a day of the timeline, an ambiguous one is none', async () => {
    const customer = await server.customer()
    await customer.upload('2007-07-14.jpg', await jpeg())
    await customer.upload('Photo 03.05.24.jpg', await jpeg())
    const images = await library(customer)
    expect(images.map(image => image.dateTaken)).toEqual(['2007-07-14T00:00:00', undefined])
    expect(await customer.call(photosContract.getTimeline)).toEqual({
      '2007': { '7': 1 },
      '1970': { '1': 1 },
    })
  })

  test.each([
    ['a path', '../../etc/passwd.jpg', 'passwd.jpg'],
    ['a Windows path', 'C:\\Photos\\beach.jpg', 'beach.jpg'],
    ['emoji', 'Urlaub 🏖️👨‍👩‍👧.jpg', 'Urlaub 🏖️👨‍👩‍👧.jpg'],
    ['right-to-left marks', 'beach\u202Egpj.exe.jpg', 'beachgpj.exe.jpg'],
    ['control characters', 'be\u0007a\nch.jpg', 'beach.jpg'],
    ['300 characters', `${'x'.repeat(300)}.jpg`, `${'x'.repeat(251)}.jpg`],
    ['nothing', '', 'photo.jpg'],
    ['nothing before its extension', 'C:\\.JPEG', 'photo.JPEG'],
    ['nothing that can be seen', '\u200b', 'photo.jpg'],
  ])('OP-10 RV-210 a name with %s is kept as far as it is safe', async (_what, given, kept) => {
    const customer = await server.customer()
    await customer.upload(given, await jpeg())
    expect((await library(customer))[0]?.localFileName).toBe(kept)
  })
})

describe('a bad file is refused with its reason and nothing else is lost', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const bomb = (width: number, height: number) => {
    const header = Buffer.alloc(64)
    header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    header.write('IHDR', 12, 'latin1')
    header.writeUInt32BE(width, 16)
    header.writeUInt32BE(height, 20)
    header.set([8, 6, 0, 0, 0], 24)
    return header
  }
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, number, string]>([
    ['text named .jpg', () => Buffer.from('Dear diary, no picture today.'), 415, 'unsupported-type'],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      'unsupported-type',
    ],
    ['a GIF', () => gif, 415, 'unsupported-type'],
    ['a cut JPEG', async () => (await jpeg({ width: 400, height: 300 })).subarray(0, 2000), 400, 'truncated'],
    ['a PNG of 400 megapixels', () => bomb(20_000, 20_000), 413, 'too-many-pixels'],
  ])('PL-170 %s', async (_what, make, status, reason) => {
    const customer = await server.customer()
    const { uploadId, response } = await customer.upload('holiday.jpg', await make())
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ fields: { reason } })
    expect(await receipt(customer, uploadId)).toMatchObject({ state: 'refused', reason })
    expect(await library(customer)).toEqual([])
    expect((await customer.upload('good.jpg', await jpeg())).response.status).toBe(204)
    expect(await library(customer)).toHaveLength(1)
  })

  test('PL-170 a file whose full decode fails is removed from the library, and its receipt is refused', async () => {
    const customer = await server.customer()
    const bytes = Buffer.from(await jpeg({ width: 640, height: 480 }))
    randomBytes(bytes.length - 1200).copy(bytes, 1000)
    bytes.forEach((byte, i) => {
      if (i >= 1000 && i < bytes.length - 200 && byte === 0xff) bytes[i] = 0x7f
    })
    const { uploadId, response } = await customer.upload('damaged.jpg', bytes)
    expect(response.status).toBe(204)
    await server.idle()
    expect(await receipt(customer, uploadId)).toEqual({
      uploadId,
      fileName: 'damaged.jpg',
      state: 'refused',
      reason: 'broken',
    })
    expect(await library(customer)).toEqual([])
    expect(await customer.call(photosContract.getTimeline)).toEqual({})
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    expect((await Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/`))).length).toBe(0)
  })
})

describe('the same file again', () => {
  test('OP-10 it is in the library once, and the second receipt says already-there', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    const first = await customer.upload('a.jpg', bytes)
    const second = await customer.upload('b.jpg', bytes)
    const [image] = await library(customer)
    expect(await library(customer)).toHaveLength(1)
    expect(await receipt(customer, second.uploadId)).toMatchObject({
      state: 'already-there',
      photoId: image!.imageId,
    })
    expect(await receipt(customer, first.uploadId)).toMatchObject({ photoId: image!.imageId })
    const originals = await Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/originals/`))
    expect(originals).toHaveLength(1)
  })

  test('OP-10 sent four times concurrently it is in the library once', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    const uploads = await Promise.all(['a', 'b', 'c', 'd'].map(name => customer.upload(`${name}.jpg`, bytes)))
    expect(uploads.map(each => each.response.status)).toEqual([204, 204, 204, 204])
    expect(await library(customer)).toHaveLength(1)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('OP-91 a photo in the bin is restored, and the receipt says so', async () => {
    const customer = await server.customer()
    const bytes = await jpeg({ taken: '2024:05:03 14:15:00' })
    await customer.upload('a.jpg', bytes)
    const [image] = await library(customer)
    await customer.call(photosContract.deletePhotos, { body: { photoIds: [image!.imageId] } })
    const again = await customer.upload('a.jpg', bytes)
    expect(await receipt(customer, again.uploadId)).toMatchObject({
      state: 'restored',
      photoId: image!.imageId,
    })
    expect(await customer.call(photosContract.getTimeline)).toEqual({ '2024': { '5': 1 } })
    expect((await customer.call(photosContract.getDeletedPhotos)).images).toEqual([])
  })

  test('OP-91 an erased photo can be uploaded again', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    await customer.upload('a.jpg', bytes)
    const [image] = await library(customer)
    const body = { photoIds: [image!.imageId] }
    await customer.call(photosContract.deletePhotos, { body })
    await customer.call(photosContract.erasePhotos, { body })
    await customer.upload('a.jpg', bytes)
    await server.idle()
    const [reuploaded] = await library(customer)
    expect(reuploaded!.imageId).not.toBe(image!.imageId)
    expect(sha256(Buffer.from(await (await fetch(reuploaded!.url)).arrayBuffer()))).toBe(sha256(bytes))
  })

  test('OP-10 known hashes are reported before a byte is sent; those in the bin are restored', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const [kept, binned, foreign] = [await jpeg(), await jpeg(), await jpeg()]
    await customer.upload('kept.jpg', kept)
    await customer.upload('binned.jpg', binned)
    await other.upload('foreign.jpg', foreign)
    const gone = (await library(customer)).find(image => image.localFileName === 'binned.jpg')!
    await customer.call(photosContract.deletePhotos, { body: { photoIds: [gone.imageId] } })
    const files = [kept, binned, foreign].map(bytes => ({ sha256: sha256(bytes), fileName: 'x.jpg' }))
    const { known } = await customer.call(contract.checkHashes, { body: { files } })
    expect(Object.fromEntries(known.map(each => [each.sha256, each.state]))).toEqual({
      [sha256(kept)]: 'already-there',
      [sha256(binned)]: 'restored',
    })
    expect(await library(customer)).toHaveLength(2)
  })
})
